import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runInLanguage } from '@/lib/i18n/languages'
import { Losses, NotAPost } from '@/lib/importers/imported-post'
import { findLinkCards } from '@/lib/markdown/parse-post-markdown'
import { isNightly } from '@/test/nightly'
import { htmlToMarkdown } from './html-to-markdown'

function read(html: string) {
  const losses = new Losses()
  return { markdown: htmlToMarkdown(html, losses), lost: losses.list() }
}

describe('converts HTML with a Markdown equivalent', () => {
  test.each([
    ['<h2 id="a">A <code>b</code></h2><hr>', '## A `b`\n\n---\n'],
    ['<ol start="3"><li>a<ul><li>b</li></ul></li></ol>', '3. a\n   - b\n'],
    ['<p>1 * 2 * 3 _ [x] <del>no</del></p>', '1 \\* 2 \\* 3 \\_ \\[x] ~~no~~\n'],
    [
      '<p>at http://example.org/a_b, and <a href="http://example.org/c">there</a></p>',
      'at <http://example.org/a_b>, and [there](http://example.org/c)\n',
    ],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b\n'],
    ['<pre>a\n\n  b</pre>', '```\na\n\n  b\n```\n'],
  ])('%s', (html, markdown) => {
    expect(read(html)).toEqual({ markdown, lost: [] })
  })
})

describe('keeps HTML without a Markdown equivalent', () => {
  test.each([
    [
      '<p>E = mc<sup>2</sup>, <abbr title="Hypertext">HTML</abbr></p>',
      'E = mc<sup>2</sup>, <abbr title="Hypertext">HTML</abbr>\n',
    ],
    [
      '<details><summary>More</summary><p><em>a</em></p></details>',
      '<details><summary>More</summary>\n\n*a*\n\n</details>\n',
    ],
    [
      '<figure><img src="/a.png" alt="A" onload="x()" ' +
        'style="top:0"><figcaption><b>B</b></figcaption></figure>',
      '<figure><img src="/a.png" alt="A"><figcaption><b>B</b></figcaption></figure>\n',
    ],
  ])('%s', (html, markdown) => {
    expect(read(html).markdown).toBe(markdown)
  })
})

describe('converts embedded content to a URL on a separate line, which makes a card', () => {
  test.each([
    [
      '<iframe src="https://www.youtube-nocookie.com/embed/abc_def-12?start=3"></iframe>',
      'https://www.youtube.com/watch?v=abc_def-12',
    ],
    ['<iframe src="//player.vimeo.com/video/76979871?h=1"></iframe>', 'https://vimeo.com/76979871'],
    ['<p>https://example.org/a_b*c?d=[1]&amp;e</p>', '<https://example.org/a_b*c?d=[1]&e>'],
    ['<p><a href="https://example.org/a">https://example.org/a</a></p>', 'https://example.org/a'],
    [
      '<blockquote class="twitter-tweet"><p>Hi</p>— A <a ' +
        'href="https://twitter.com/a/status/1?ref_src=twsrc">d</a></blockquote><script ' +
        'src="https://platform.twitter.com/widgets.js"></script>',
      'https://twitter.com/a/status/1',
    ],
  ])('%s', (html, url) => {
    const { markdown, lost } = read(html)
    expect(markdown).toBe(`${url}\n`)
    expect(findLinkCards(markdown)).toHaveLength(1)
    expect(lost).toEqual([])
  })
})

describe('converts cards of Ghost that this editor has, too', () => {
  test.each([
    [
      '<figure class="kg-card kg-image-card kg-width-wide"><img src="/a.png" alt="A" width="9">' +
        '<figcaption><span style="white-space: pre-wrap;">In "May"</span></figcaption></figure>',
      '![A](/a.png#wide "In \\"May\\"")\n',
    ],
    [
      '<figure class="kg-image-card kg-width-full"><img src="/a.png"></figure>',
      '![](/a.png#full)\n',
    ],
    [
      '<div class="kg-callout-card"><div class="kg-callout-emoji">💡</div>' +
        '<div class="kg-callout-text">Salt goes in <b><strong>last</strong></b>.</div></div>',
      '> [!NOTE]\n> 💡 Salt goes in **last**.\n',
    ],
  ])('%s', (html, markdown) => {
    expect(read(html)).toEqual({ markdown, lost: [] })
  })
})

test('a card keeps a dot at the end of its URL', () => {
  const { markdown } = read(
    '<iframe src="https://frames.example/a."></iframe><p>https://example.org/a.</p>',
  )
  expect(findLinkCards(markdown)).toContain('https://example.org/a.')
})

test('a file name may contain a percent sign', () => {
  const card = '<div class="wp-block-file"><embed src="https://example.org/100%.pdf"></div>'
  expect(read(card).markdown).toContain('100%.pdf')
})

test('an audio card of Ghost becomes a link to its file, not to its thumbnail', () => {
  const card =
    '<div class="kg-card kg-audio-card"><img src="" class="kg-audio-thumbnail">' +
    '<audio src="https://a.example/talk.mp3"></audio><div class="kg-audio-title">Talk</div></div>'
  expect(read(card)).toEqual({
    markdown: '[Talk](https://a.example/talk.mp3)\n',
    lost: ['embedded content, which is now a link: https://a.example/talk.mp3'],
  })
})

test('reports losses with counts', () => {
  const html =
    '<script>a()</script><script>b()</script><iframe ' +
    'src="https://maps.example/1"></iframe><form><input></form><p style="color: red">x</p>'
  expect(read(html).lost).toEqual([
    'the colours, fonts or alignment of some text',
    'embedded content, which is now a link: https://maps.example/1',
    'the HTML element “form”',
    'the HTML element “script” (×2)',
  ])
})

test('reports losses in the language of the request', async () => {
  const { lost } = await runInLanguage('de', async () => read('<ol type="a"><li>x</li></ol>'))
  expect(lost).toEqual(['die Nummerierung einer Liste, jetzt 1, 2, 3'])
})

test('converts any HTML without errors in bounded time', () => {
  const tag = fc.constantFrom(
    'p',
    'div',
    'figure',
    'figcaption',
    'a',
    'iframe',
    'table',
    'td',
    'li',
    'details',
    'summary',
    'sub',
    'pre',
    'code',
    'img',
    'blockquote',
    'br',
  )
  const part = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    tag.map(
      (name) =>
        `<${name} class="kg-embed-card kg-toggle-card" src="https://[" href="//" style=color>`,
    ),
    fc.string({ unit: 'binary', maxLength: 10 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      expect(typeof read(parts.join('')).markdown).toBe('string')
    }),
    { numRuns: isNightly ? 300 : 10 },
  )
})

test.each([100_000, 2_000])('rejects %d nested elements', (depth) => {
  expect(() => read('<b>'.repeat(depth))).toThrow(NotAPost)
})
