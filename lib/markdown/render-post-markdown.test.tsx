import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { isNightly, oneOfEvery } from '@/test/nightly'
import { findLinkCards } from './parse-post-markdown'
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
    'twice with different addresses',
    'https://a.example/\n\nhttps://b.example/',
    ['https://a.example/', 'https://b.example/'],
  ],
  ['with a non-Latin path', 'https://a.example/日本', ['https://a.example/日本']],
])('renders a URL %s as a card', async (_, markdown, urls) => {
  expect(findLinkCards(markdown)).toEqual(urls)
  const requested: string[] = []
  const rendered = await html(markdown, (card) => {
    requested.push(card)
    return <article>{card}</article>
  })
  expect([...new Set(requested)]).toEqual(urls)
  expect(rendered).toContain('<article>')
  expect(rendered).not.toContain('<a ')
})

test.each([
  ['within a line', `see ${url}`],
  ['in a list', `- ${url}`],
  ['in a quote', `> ${url}`],
  ['in code', `\`\`\`\n${url}\n\`\`\``],
  ['with its own link text', `[read this](${url})`],
  ['next to another', `${url}\n${url}`],
  ['that is an e-mail address', '<a@b.example>'],
  ['without a scheme', 'www.example.org'],
  ['with an invalid port', '<http://server.example:PORT/>'],
  ['with an invalid port and its own link text', '[Admin](http://server.example:PORT/)'],
])('does not render a URL %s as a card', async (_, markdown) => {
  expect(findLinkCards(markdown)).toEqual([])
  const rendered = await html(markdown, () => <article />)
  expect(rendered).not.toContain('<article>')
  expect(rendered).not.toContain('class="whitespace-pre-wrap"')
})

test('keeps elements from becoming document properties or form fields', async () => {
  const rendered = await html(
    '<p><img src="/a.png" name="title" alt="A">' +
      '<input type="checkbox" disabled id="title" name="content"></p>',
  )
  expect(rendered).toContain('<img')
  expect(rendered).not.toMatch(/name=|id=/)
  expect(await html('<p><a name="anchor">words</a></p>')).toContain('<a name="anchor">')
})

test('sets the source line on each block of the preview, including cards and items', async () => {
  const markdown =
    '# One\n\nwords\nand more\n\n- a\n- b\n\nhttps://a.example/\n\n```js\n1\n```\n\n| a |\n| - |\n| b |'
  const card = () => <article />
  const preview = await renderPostMarkdown(markdown, card, { marksLines: true })
  expect(
    [...renderToStaticMarkup(preview).matchAll(/<(\w+)[^>]* data-line="(\d+)"/g)].map(
      ([, tag, line]) => `${tag} ${line}`,
    ),
  ).toEqual(['h1 1', 'p 3', 'li 6', 'li 7', 'div 9', 'pre 11', 'tr 15', 'tr 17'])
  expect(await html(markdown, card)).not.toContain('data-line')
})

test('wraps text outside blocks in an element in the preview', async () => {
  const rendered = await renderPostMarkdown('<div>a</div> loose words\n\nb', () => undefined, {
    marksLines: true,
  })
  expect(renderToStaticMarkup(rendered)).toMatch(/<span>\s*loose words\s*<\/span>/)
})

test('passes the author’s overrides of a card', async () => {
  const requested: unknown[] = []
  const rendered = await html(
    `::link-card{url="${url}" title="“A &quot;title&quot;” <b>" description="" ` +
      `image="false"}\n\n${url}`,
    (card, words) => {
      requested.push([card, words])
      return <article>{words.title}</article>
    },
  )
  expect(requested).toEqual([
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
])('keeps %j as text', async (text) => {
  const rendered = await html(text, () => <article />)
  expect(rendered).toBe(`<p>${text.replaceAll('"', '&quot;')}</p>`)
})

test.each([
  ['within a line', 'see ::link-card{url="https://a.example"}'],
  ['in a list', '- ::link-card{url="https://a.example"}'],
  ['in a quote', '> ::link-card{url="https://a.example"}'],
  ['in code', '```\n::link-card{url="https://a.example"}\n```'],
  ['below other text', 'words\n::link-card{url="https://a.example"}'],
])('keeps a directive %s as text', async (_, markdown) => {
  expect(findLinkCards(markdown)).toEqual([])
  expect(await html(markdown, () => <article />)).not.toContain('<article>')
})

test('renders a directive without a preview as an ordinary link', async () => {
  expect(await html(`::link-card{url="${url}" title="a"}`)).toBe(
    `<p><a href="${url.replace('&', '&amp;')}">${url.replace('&', '&amp;')}</a></p>`,
  )
})

test('renders a card without a preview as an ordinary link', async () => {
  expect(await html(url)).toBe(
    `<p><a href="${url.replace('&', '&amp;')}">${url.replace('&', '&amp;')}</a></p>`,
  )
})

test('renders tables, footnotes, task lists, heading ids and highlighted code', async () => {
  const rendered = await html(
    '## The *point*\n\n| a |\n| - |\n| b |\n\n- [x] done\n\nnote[^1]\n\n[^1]: here\n\n' +
      '```sql\nSELECT 1\n```',
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
  // The like buttons refer to their form and icon by id.
  ['## Like', 'id="like-section"'],
  ['## Likes', 'id="likes-section"'],
  ['## Heart', 'id="heart-section"'],
  ['## Follow sent', 'id="follow-sent-section"'],
  ['<a id="comments">x</a>', 'id="comments-section"'],
])('%j does not use an id of the page', async (markdown, id) => {
  expect(await html(markdown)).toContain(id)
})

test('renders emphasis and deletions next to CJK text', async () => {
  expect(await html('**「引用」**と ~~「削除」~~です ~this~')).toBe(
    '<p><strong>「引用」</strong>と <del>「削除」</del>です <del>this</del></p>',
  )
})

test('aligns a table cell without an inline style', async () => {
  expect(await html('| a |\n| -: |\n| b |')).toContain('<td data-align="right">b</td>')
})

describe('a post with excessive nesting', () => {
  const quotes = '>'.repeat(isNightly ? 20_000 : 2_000)
  const elements = '<div>'.repeat(20_000)

  test.each(
    oneOfEvery(2, [
      ['of elements', elements],
      ['of quotes', quotes],
    ]),
  )('%s is shown as its source', async (_, markdown) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await html(`words\n\n${markdown}`)).toContain('words')
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('a post could not be rendered'))
  })

  test('is rejected when it is saved', () => {
    expect(() => findLinkCards(quotes)).toThrow(/nested more than 100 levels deep/)
  })
})

test('keeps allowed HTML and removes the rest', async () => {
  const rendered = await html(
    '<details><summary>More</summary>Hidden</details>\n\n<script>alert(1)</script>' +
      '<img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe>' +
      '<a href="javascript:alert(1)">x</a><p style="position:fixed">y</p>',
  )
  expect(rendered).toContain('<details><summary>More</summary>Hidden</details>')
  expect(rendered).not.toMatch(/script|onerror|iframe|javascript:|style=/)
})

test('keeps keys and marked text', async () => {
  const given = '<p>Press <kbd>Enter</kbd> on <mark>this</mark>.</p>'
  expect(await html(given)).toBe(given)
})

test('shows a quotation with a marker as a callout', async () => {
  expect(await html('> [!WARNING]\n> Mind the *gap*.\n>\n> Twice.')).toMatch(
    /^<div class="callout" data-kind="warning"><p class="callout-title" lang="en">Warning<\/p>\s*<p>Mind the <em>gap<\/em>.<\/p>\s*<p>Twice.<\/p>\s*<\/div>$/,
  )
  expect(await html('> [!NOTE]\n>\n> Apart.')).toContain('>Note</p>')
})

test.each(['> [!NOTE] on its line', '> A [!NOTE]', '> [!OTHER]\n> x', '> \\[!NOTE]x'])(
  'shows %j as a quotation',
  async (markdown) => expect(await html(markdown)).toContain('<blockquote>'),
)

test.each(['', '\n\nPress <kbd>Enter</kbd>.'])(
  'shows the title of a code block, or its language%s',
  async (more) => {
    const rendered = await html(`\`\`\`js title="app.js"\nx\n\`\`\`\n\n\`\`\`sql\ny\n\`\`\`${more}`)
    expect(rendered).toContain('<bdi>app.js</bdi>')
    expect(rendered).toContain('<bdi>sql</bdi>')
  },
)
