import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { findLinkCards } from './find-link-cards'
import { renderPostMarkdown } from './render-post-markdown'

async function html(
  markdown: string,
  renderLinkCard: Parameters<typeof renderPostMarkdown>[1] = () => undefined,
): Promise<string> {
  return renderToStaticMarkup(await renderPostMarkdown(markdown, renderLinkCard))
}

const url = 'https://a.example/b?c=1&d=2'

test.each([
  ['alone', `before\n\n${url}\n\nafter`, [url]],
  ['in angle brackets', `<${url}>`, [url]],
  ['as a link whose text is its address', `[${url}](${url})`, [url]],
  ['twice', `${url}\n\n${url}`, [url]],
  [
    'two of them',
    'https://a.example/\n\nhttps://b.example/',
    ['https://a.example/', 'https://b.example/'],
  ],
  ['with a path in another script', 'https://a.example/日本', ['https://a.example/日本']],
])('a URL %s is a card', async (_, markdown, urls) => {
  expect(findLinkCards(markdown)).toEqual(urls)
  const asked: string[] = []
  const rendered = await html(markdown, (card) => {
    asked.push(card)
    return <article>{card}</article>
  })
  expect([...new Set(asked)]).toEqual(urls)
  expect(rendered).toContain('<article>')
  expect(rendered).not.toContain('<a ')
})

test.each([
  ['within a line', `see ${url}`],
  ['in a list', `- ${url}`],
  ['in a quote', `> ${url}`],
  ['in code', `\`\`\`\n${url}\n\`\`\``],
  ['with words of its own', `[read this](${url})`],
  ['beside another', `${url}\n${url}`],
  ['that is mail', '<a@b.example>'],
  ['without a scheme', 'www.example.org'],
])('a URL %s is none', async (_, markdown) => {
  expect(findLinkCards(markdown)).toEqual([])
  expect(await html(markdown, () => <article />)).not.toContain('<article>')
})

test('no element of a post becomes a property of the document or a field of the form around it', async () => {
  const rendered = await html(
    '<p><img src="/a.png" name="title" alt="A"><input type="checkbox" disabled id="title" name="content"></p>',
  )
  expect(rendered).toContain('<img')
  expect(rendered).not.toMatch(/name=|id=/)
  expect(await html('<p><a name="anchor">words</a></p>')).toContain('<a name="anchor">')
})

test('in the preview words that HTML leaves in no block are in an element, too', async () => {
  const rendered = await renderPostMarkdown('<div>a</div> loose words\n\nb', () => undefined, {
    marksLines: true,
  })
  expect(renderToStaticMarkup(rendered)).toMatch(/<span>\s*loose words\s*<\/span>/)
})

test('a card in words of its own is asked for with them', async () => {
  const asked: unknown[] = []
  const rendered = await html(
    `::link-card{url="${url}" title="“A &quot;title&quot;” <b>" description="" image="false"}\n\n${url}`,
    (card, words) => {
      asked.push([card, words])
      return <article>{words.title}</article>
    },
  )
  expect(asked).toEqual([
    [url, { title: '“A "title"” <b>', description: '', image: false }],
    [url, { image: true }],
  ])
  expect(rendered).toBe('<article>“A &quot;title&quot;” &lt;b&gt;</article>\n<article></article>')
})

test.each([
  '::note',
  '::note{a="b"}',
  ':::note\nwords\n:::',
  'at 10:30 or :smile: or a::b',
  '::link-card{title="no address"}',
  '::youtube[label]{#id .class}',
])('%j stays the text that was written', async (text) => {
  const rendered = await html(text, () => <article />)
  expect(rendered).toBe(`<p>${text.replaceAll('"', '&quot;')}</p>`)
})

test.each([
  ['within a line', 'see ::link-card{url="https://a.example"}'],
  ['in a list', '- ::link-card{url="https://a.example"}'],
  ['in a quote', '> ::link-card{url="https://a.example"}'],
  ['in code', '```\n::link-card{url="https://a.example"}\n```'],
  ['beneath other words', 'words\n::link-card{url="https://a.example"}'],
])('a directive %s is text, too', async (_, markdown) => {
  expect(findLinkCards(markdown)).toEqual([])
  expect(await html(markdown, () => <article />)).not.toContain('<article>')
})

test('a directive of a page that is not known is an ordinary link', async () => {
  expect(await html(`::link-card{url="${url}" title="a"}`)).toBe(
    `<p><a href="${url.replace('&', '&amp;')}">${url.replace('&', '&amp;')}</a></p>`,
  )
})

test('without a preview a card is an ordinary link', async () => {
  expect(await html(url)).toBe(
    `<p><a href="${url.replace('&', '&amp;')}">${url.replace('&', '&amp;')}</a></p>`,
  )
})

test('tables, footnotes, task lists, heading ids and highlighted code', async () => {
  const rendered = await html(
    '## The *point*\n\n| a |\n| - |\n| b |\n\n- [x] done\n\nnote[^1]\n\n[^1]: here\n\n```sql\nSELECT 1\n```',
  )
  expect(rendered).toContain('<h2 id="the-point">The <em>point</em></h2>')
  expect(rendered).toContain('<table>')
  expect(rendered).toMatch(/<input[^>]*type="checkbox"/)
  expect(rendered).toMatch(/<a href="#note-fn-1" id="note-fnref-1"/)
  expect(rendered).toContain('id="note-fn-1"')
  expect(rendered).toContain('class="tok-')
  expect(rendered).not.toContain('style=')
})

test.each([
  ['## Comment 12', 'id="comment-12-section"'],
  ['## Comments', 'id="comments-section"'],
  ['## Content', 'id="content-section"'],
  ['<a id="comments">x</a>', 'id="comments-section"'],
])('%j does not take an id that the page needs', async (markdown, id) => {
  expect(await html(markdown)).toContain(id)
})

test('emphasis and deletions work beside CJK text', async () => {
  expect(await html('**「引用」**と ~~「削除」~~です ~this~')).toBe(
    '<p><strong>「引用」</strong>と <del>「削除」</del>です <del>this</del></p>',
  )
})

test('a cell is aligned without an inline style', async () => {
  expect(await html('| a |\n| -: |\n| b |')).toContain('<td align="right">b</td>')
})

describe('a post that nests beyond all measure', () => {
  const quotes = '>'.repeat(20_000)
  const elements = '<div>'.repeat(20_000)

  test.each([
    ['in quotes', quotes],
    ['in elements', elements],
  ])('%s is shown as its source, and breaks no page', async (_, markdown) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await html(`words\n\n${markdown}`)).toContain('words')
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('a post could not be rendered'))
  })

  test('is refused when it is saved', () => {
    expect(() => findLinkCards(quotes)).toThrow(
      /nests quotes, lists or elements more than 100 deep/,
    )
  })
})

test('HTML in a post is kept where it is on the list, and nothing of the rest', async () => {
  const rendered = await html(
    '<details><summary>More</summary>Hidden</details>\n\n<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe><a href="javascript:alert(1)">x</a><p style="position:fixed">y</p>',
  )
  expect(rendered).toContain('<details><summary>More</summary>Hidden</details>')
  expect(rendered).not.toMatch(/script|onerror|iframe|javascript:|style=/)
})
