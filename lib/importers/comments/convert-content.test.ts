import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addParagraphs } from '@/lib/importers/wordpress/add-paragraphs'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { oneOfEvery } from '@/test/nightly'
import { convertContent, importedLengthMax } from './convert-content'
import type { LossReason } from './source-record'

const pageUrl = 'https://blog.example.net/2019/04/sourdough/'

const convert = (content: string, markup: 'html' | 'markdown') =>
  convertContent({ content, markup, pageUrl })

async function rendered(markdown: string): Promise<string> {
  const html = renderToStaticMarkup(await renderCommentMarkdown(markdown))
  return html.replaceAll(/ rel="[^"]*"| tabindex="0"/g, '')
}

describe('converts the texts of the samples', () => {
  const sample = (name: string) => readFileSync(`test/fixtures/comment-exports/${name}`, 'utf8')

  const expectedComment = z.object({
    source_id: z.string(),
    status: z.string(),
    compare: z.enum(['exact', 'rendered']),
    content: z.string().optional(),
    content_check: z.object({ sha256: z.string() }).optional(),
  })
  const expectedSchema = z.object({
    comments: z.array(expectedComment),
    report: z.object({
      lost: z.array(z.object({ reason: z.string(), source_ids: z.array(z.string()) })),
    }),
  })

  async function expectContent(
    actual: string,
    { compare, content, content_check }: Omit<z.infer<typeof expectedComment>, 'source_id'>,
  ): Promise<void> {
    if (content === undefined)
      expect(createHash('sha256').update(actual).digest('hex')).toBe(content_check?.sha256)
    else if (compare === 'exact') expect(actual).toBe(content)
    else expect(await rendered(actual)).toBe(await rendered(content))
  }

  /** Losses of texts. Only readers report emoticons and characters that XML does not allow. */
  const reasons: LossReason[] = ['content-cut', 'relative-link', 'inline-image', 'markup']

  type Texts = Map<string, string>
  const jsonTexts = (name: string, id: string, content: string): Texts => {
    const texts: Texts = new Map()
    JSON.parse(sample(name), (_, value) => {
      if (
        typeof value?.[id] === 'string' &&
        typeof value[content] === 'string' &&
        !texts.has(value[id])
      )
        texts.set(value[id], value[content])
      return value
    })
    return texts
  }
  const xmlTexts = (name: string, comment: RegExp): Texts =>
    new Map(
      [...sample(name).replaceAll(']]]]><![CDATA[>', '\u0000').matchAll(comment)]
        .map(([, id = '', content = '']): [string, string] => [
          id,
          content.replaceAll('\u0000', ']]>'),
        ])
        .reverse(),
    )
  const remark42 = (): Texts =>
    new Map(
      sample('remark42.jsonl')
        .split('\n')
        .slice(1, -1)
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line))
        .map(({ id, orig, text }): [string, string] => [id, orig ?? text]),
    )

  test.each([
    ['artrans', jsonTexts('artrans.json', 'id', 'content')],
    ['commento', jsonTexts('commento.json', 'commentHex', 'markdown')],
    ['comentario', jsonTexts('comentario.json', 'id', 'markdown')],
    ['discussions', jsonTexts('discussions.json', 'id', 'body')],
    ['waline', jsonTexts('waline.json', 'objectId', 'comment')],
    ['remark42', remark42()],
    [
      'disqus',
      xmlTexts('disqus.xml', /<post dsq:id="(\d+)">\s*<id\/>\s*<message><!\[CDATA\[(.*?)\]\]>/gs),
    ],
    [
      'wordpress',
      xmlTexts(
        'wordpress.xml',
        /<wp:comment_id>(\d+)<.*?<wp:comment_content><!\[CDATA\[(.*?)\]\]>/gs,
      ),
    ],
  ])('%s', async (name, texts) => {
    const { comments, report } = expectedSchema.parse(JSON.parse(sample(`${name}.expected.json`)))
    const kept = comments.filter(
      ({ source_id, status }) => status !== 'deleted' && texts.has(source_id),
    )
    expect(kept.length).toBeGreaterThan(5)
    for (const { source_id, ...expected } of kept) {
      const source = texts.get(source_id) ?? ''
      const isHtml = ['disqus', 'wordpress'].includes(name) || source.startsWith('<p>')
      const { content, losses } = convert(
        name === 'wordpress' ? addParagraphs(source) : source,
        isHtml ? 'html' : 'markdown',
      )
      const lost = report.lost.filter(({ source_ids }) => source_ids.includes(source_id))
      expect({ source_id, losses }).toEqual({
        source_id,
        losses: reasons.filter((reason) => lost.some((entry) => entry.reason === reason)),
      })
      await expectContent(content, expected)
    }
  })
})

describe('converts HTML to Markdown that looks the same', () => {
  test.each([
    ['<p>One<br>two</p><p>three</p>', 'One\ntwo\n\nthree'],
    ['a<br><br>b<br>- c<br>1. d<br># e', 'a\n\\\nb\n\\- c\n1\\. d\n\\# e'],
    ['1 * 2 * 3 _x_ &amp;lt; [y]', '1 \\* 2 \\* 3 \\_x\\_ \\&lt; \\[y]'],
    ['<b>a</b> <i>b</i> <s>c</s> <code>`d`</code>', '**a** *b* ~~c~~ `` `d` ``'],
    ['foo<b> bar </b>baz', 'foo **bar** baz'],
    ['これは<b>「引用」</b>です', 'これは**「引用」**です'],
    ['<b>a <b>b</b></b><b></b>', '**a b**'],
    ['see https://a.example/b_c*d<br>e', 'see <https://a.example/b_c*d>\ne'],
    ['<a href="https://a.example/b(c)">d</a>', '[d](https://a.example/b\\(c\\))'],
    ['<code>a * b<br>c<br><br>d</code>', '`a * b`\n`c`\n\\\n`d`'],
    ['<b>a <smile>b</smile></b>', '**a b**'],
    ['<blockquote>a<blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
    ['<ol start="3"><li>a<ul><li>b</ul><li>c</ol>', '3. a\n   - b\n4. c'],
    ['<pre>\na\n\n  b\n</pre>', '```\na\n\n  b\n```'],
    ['<code><pre>a\nb</pre></code>', '```\na\nb\n```'],
    ['<pre><code><div>a</div><div>b</div></code></pre>', '```\na\nb\n```'],
    ['<pre>```</pre>', '````\n```\n````'],
    [
      '<pre class="chroma"><code class="language-go"><span class="line"><span>x</span> := 1\n' +
        '</span><span>y</span>&lt;2\n</code></pre>',
      '```go\nx := 1\ny<2\n```',
    ],
    ['<p>a</p>\n<div>b<div>c</div></div>', 'a\n\nb\n\nc'],
    ['<constructor>a</constructor> <span style="x">b</span><!-- c -->', 'a b'],
  ])('%s', (html, markdown) => {
    expect(convert(html, 'html')).toEqual({ content: markdown, losses: [] })
  })
})

describe('reports HTML that comments do not support', () => {
  test.each<[string, string, LossReason[]]>([
    ['<h2>A <b>b</b></h2>c', '**A b**\n\nc', ['markup']],
    ['One.<hr>Two.', 'One.\n\n\n\nTwo.', ['markup']],
    ['H<sub>2</sub>O <u>x</u>', 'H2O x', ['markup']],
    [
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1 &lt; 2</td></tr></table>',
      'A | B\n1 < 2',
      ['markup'],
    ],
    ['<table>a<tr>b<td>c<table><td>d</table></table>', 'a\nb | c d', ['markup']],
    [
      'a<script>b</script> <iframe src="https://c.example/">d</iframe>',
      'a <https://c.example/>',
      ['markup'],
    ],
    ['<b>a<p>b</p></b>', '**a**\n\nb', ['markup']],
    ['<b><p>a</p></b>', 'a', ['markup']],
    ['<a href="javascript:x()">a</a> <a name="b">b</a>', 'a b', ['markup']],
    [
      '<img src="https://a.example/b.png?c" alt="d">',
      '[d](https://a.example/b.png?c)',
      ['image-link'],
    ],
    ['<img src="https://a.example/b.png?c">', '[b.png](https://a.example/b.png?c)', ['image-link']],
    [
      '<a href="https://a.example/"><img src="https://a.example/b.png"></a>',
      '[b.png](https://a.example/)',
      ['image-link'],
    ],
    ['<img src="data:image/png;base64,AAAA" alt="a dot">', 'a dot', ['inline-image']],
    ['<img class="wp-smiley" src="https://a.example/s.png" alt=":)">', ':)', ['emoticon']],
    ['<a href="/b">c</a>', '[c](https://blog.example.net/b)', ['relative-link']],
    ['a&#8;b\u0000', 'ab', ['control-characters']],
  ])('%s', (html, content, losses) => {
    expect(convert(html, 'html')).toEqual({ content, losses })
  })
})

test('unwraps links of Disqus and completes their shortened texts', () => {
  const wrapped =
    'https://disq.us/url?url=https%3A%2F%2Fa.example%2Fb%3Ac%3Ad:w0Xy9AbCdEfGhIjKlMnOpQrStUv'
  const short = `<a href="${wrapped}&amp;cuid=1">https://a.example/b...</a>`
  const own = '<a href="/url?url=https%3A%2F%2Fa.example%2F">y</a>'
  const html = `${short} <a href="${wrapped}">x</a> ${own}`
  expect(convert(html, 'html').content).toBe(
    '<https://a.example/b:c:d> [x](https://a.example/b:c:d) ' +
      '[y](https://blog.example.net/url?url=https%3A%2F%2Fa.example%2F)',
  )
})

test.each([
  ['https://a.example/long/path', 'a.example/lon...', '<https://a.example/long/path>'],
  [
    'https://a.example/?b=1&amp;c=2',
    'https://a.example/?b=1&amp;…',
    '<https://a.example/?b=1&c=2>',
  ],
  ['https://a.example/', 'and so on...', '[and so on...](https://a.example/)'],
  ['http://disq.us/url?url=javascript%3Aalert(1)', 'x', 'x'],
  ['http://disq.us/url?url=https%3A%2F%2Fa.example%3A80%2F%22', 'x', '[x](https://a.example:80/")'],
])('converts a link to %s with the text %s', (address, text, content) => {
  expect(convert(`<a href="${address}">${text}</a>`, 'html').content).toBe(content)
})

test.each([
  ['html', '<p><a class="at" href="#w03">@Zoë </a> , hello</p>', 'hello'],
  ['html', '<p>Hi <a href="#w03">@Zoë</a>', `Hi [@Zoë](${pageUrl}#w03)`],
  ['markdown', '[@Zoë](#w03): hello', 'hello'],
  ['markdown', 'Hi [@Zoë](#w03)', `Hi [@Zoë](${pageUrl}#w03)`],
] as const)(
  'removes a mention of the parent at the start of %s only',
  (markup, source, content) => {
    expect(convert(source, markup).content).toBe(content)
  },
)

describe('keeps Markdown', () => {
  test.each<[string, LossReason[]]>([
    ['*a*  **b** `<b>` \\<b> &lt;b&gt;\n\n```html\n<b>x</b>\n```', []],
    ['# A\n\nb', ['markup']],
    ['a\n\n---\n\nb', ['markup']],
    ['![a](https://a.example/b.png)', ['markup']],
    ['- [x] a', ['markup']],
    ['| a |\n|---|\n| b |', ['markup']],
    ['a[^1] [b][c]\n\n[^1]: d\n\n[c]: https://c.example/', ['markup']],
    ['<sub>a</sub> <b>b', ['markup']],
    ['<div>\na\n</div>', ['markup']],
    ['a <constructor>b</constructor>', ['markup']],
    ['~a~', ['markup']],
    ['[a](javascript:b)', ['markup']],
    ['[a](https://a.example/) #1 @b :c:', []],
  ])('%j', (markdown, losses) => {
    expect(convert(markdown, 'markdown')).toEqual({ content: markdown, losses })
  })
})

describe('converts Markdown that comments do not support', () => {
  test.each<[string, string, LossReason[]]>([
    [
      'Indented code and <b>HTML</b>:\n\n    feed("rye", 1)\n',
      'Indented code and **HTML**:\n\n```\nfeed("rye", 1)\n```',
      [],
    ],
    ['A zero\u0000byte, waiting.', 'A zerobyte, waiting.', ['control-characters']],
    ['a:\n\n    b\n\n      c', 'a:\n\n```\nb\n\n  c\n```', []],
    ['- a\n\n      b\n      c', '- a\n\n  ```\n  b\n  c\n  ```', []],
    ['> a\n>\n>     b\n>     c', '> a\n>\n> ```\n> b\n> c\n> ```', []],
    [
      '<b> a </b><strong>*b*</strong> <i>c</i> <em>d</em> <del>e</del>',
      '**a** **_b_** *c* *d* ~~e~~',
      [],
    ],
    ['<code>a&lt;b `</code>', '`` a<b ` ``', []],
    ['<a href="https://a.example/">*b*</a>', '[*b*](https://a.example/)', []],
    ['<a href="javascript:x">b</a>', 'b', ['markup']],
    ['a<br>b<br/>\nc<br>\n<br>d', 'a\nb\nc\n\\\nd', []],
    ['a\n\n<br>\n\nb <script>c</script>', 'a\n\nb \\<script>c\\</script>', ['markup']],
    ['a ![b](data:image/png;base64,AAAA) c', 'a b c', ['inline-image']],
    [
      '[a](b "c") [d](<e f>) ![g](/h)',
      `[a](${pageUrl}b "c") [d](${pageUrl}e%20f) ![g](https://blog.example.net/h)`,
      ['relative-link', 'markup'],
    ],
    ['a\r\nb\u0000\u2028c', 'a\nb\nc', ['control-characters']],
    ['cafe\u0301', 'café', []],
    ['\uD800 a', '\uFFFD a', ['control-characters']],
  ])('%j', (markdown, content, losses) => {
    expect(convert(markdown, 'markdown')).toEqual({ content, losses })
  })
})

test('truncates texts of more than 20,000 code points', () => {
  const long = '🙂'.repeat(20_000)
  for (const markup of ['html', 'markdown'] as const) {
    expect(convert(long, markup)).toEqual({ content: long, losses: [] })
    const content = `${'🙂'.repeat(19_999)}…`
    expect(convert(`${long}🙂`, markup)).toEqual({ content, losses: ['content-cut'] })
  }
})

test('removes the data of embedded images from the text', () => {
  const image = `data:image/png;base64,${'A'.repeat(1_000_000)}`
  expect(convert(`a ![b](${image}) c`, 'markdown').content).toBe('a b c')
  expect(convert(`a <img alt="b" src="${image}"> c`, 'html').content).toBe('a b c')
})

test('converts HTML with too many marks to plain text', async () => {
  const { content, losses } = convert(`<p>${'a*b_c '.repeat(200)}</p>`, 'html')
  expect(losses).toEqual(['markup'])
  expect(await rendered(content)).toBe(`<p>${'a*b_c '.repeat(200).trim()}</p>`)
})

describe('converts hostile texts in bounded time', () => {
  const repeat = (text: string) => text.repeat(1_000_000 / text.length)
  test.each(
    oneOfEvery(3, [
      '<',
      '<!--',
      '<?',
      '<b><i>x',
      '<blockquote>x',
      '<ul><li>x',
      '<table><tr><td>x',
      '</b>',
      '<a href=x>y</a> ',
      '<br>x',
      '[',
      '`',
      '&amp;',
      'a@',
      'https://a.example/ ',
      '    x\n\n',
    ]),
  )('%j', (text) => {
    for (const markup of ['html', 'markdown'] as const) {
      const { content } = convert(repeat(text), markup)
      expect([...content].length).toBeLessThanOrEqual(importedLengthMax)
    }
  })

  test('nested formats around many blocks', () => {
    const html = '<b><i><del>'.repeat(20) + '<blockquote>'.repeat(39) + repeat('<p>x</p>')
    expect(convert(html, 'html').losses).toContain('content-cut')
  })
})
