import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cleanContent } from '@/lib/comments/writing/comment-input'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { isNightly } from '@/test/nightly'
import { convertContent } from './convert-content'

const pageUrl = 'https://blog.example.net/2018/flour/'

/** Returns HTML without empty elements and whitespace that browsers do not show. */
function visible(html: string): string {
  return html
    .replaceAll(/(?:<code>\s*<\/code>|[ \n])+/g, ' ')
    .replaceAll(/ ?<br\/> ?/g, '<br/>')
    .replaceAll(/(?<=<code>) | (?=<\/code>)/g, '')
    .replaceAll(
      /(?<=<(?:p|em|strong|del)>)(?: |<br\/>)+|(?: |<br\/>)+(?=<\/(?:p|em|strong|del)>)/g,
      '',
    )
}

/** Returns a comment as readers see it, without the colours of code. */
async function rendered(markdown: string): Promise<string> {
  const page = await renderCommentMarkdown(markdown, { collapses: false })
  return renderToStaticMarkup(page)
    .replaceAll(/<\/?span[^>]*>/g, '')
    .split(/(<pre.*?<\/pre>)/s)
    .map((part, index) => (index % 2 === 0 ? visible(part) : part.replace(/\s+(?=<\/code>)/, '')))
    .join('')
    .replace(/^<p>\s+/, '<p>')
}

/** Pieces of comments. Joined in any order, they are emphasis, links, lists, quotes and code. */
const piece = fc.constantFrom(
  ...[
    'a',
    'b c',
    'é',
    '漢字',
    '「',
    '」',
    '。',
    '🙂',
    ' ',
    ' ',
    '.',
    '(',
    ')',
    '"',
    '!',
    '#',
    '1',
    '|',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '[',
    ']',
    '<',
    '>',
    '\\',
    '&lt;',
    '&amp;lt;',
    '&',
    ':',
  ],
  ...[
    '[x](https://a.example/)',
    'https://a.example/_b_*c*',
    '<https://a.example/d>',
    ' www.a.example ',
  ],
  ...['\n', '\n', '\n\n', '\n\n', '\\\n', '\n> ', '\n\n- ', '\n- ', '\n  - ', '\n\n1. ', '\n\n3) '],
  ...['\n\n```\n', '\n```\n', '\n\n```js\n', '=', '-', '+', '~', 'a@b.example', 'x_y_z', '2 * 3'],
)

const comment = fc
  .array(piece, { minLength: 1, maxLength: 25 })
  .map((pieces) => cleanContent(pieces.join('')))

test('HTML of a comment converts to Markdown that renders the same HTML', async () => {
  await fc.assert(
    fc.asyncProperty(comment, async (markdown) => {
      const html = await rendered(markdown)
      // In unclosed square brackets or beside another link, addresses can stay text.
      fc.pre(!/https?:|www\.|@/.test(html.replaceAll(/<a .*?<\/a>/gs, '')))
      // Emphasis inside emphasis becomes one emphasis.
      fc.pre(!/<(em|strong|del)>(?:(?!<\/\1>).)*<\1>/s.test(html))
      const { content } = convertContent({ content: html, markup: 'html', pageUrl })
      expect({ content, html: await rendered(content) }).toEqual({ content, html })
    }),
    { numRuns: isNightly ? 10_000 : 100 },
  )
})

test('any HTML converts without errors to Markdown within the length limit', () => {
  const names = [
    'a',
    'b',
    'blockquote',
    'br',
    'caption',
    'center',
    'code',
    'dd',
    'del',
    'details',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
    'h1',
    'hr',
    'i',
    'iframe',
    'img',
    'input',
    'li',
    'ol',
    'p',
    'pre',
    'q',
    'script',
    'select',
    'span',
    'sub',
    'summary',
    'table',
    'tbody',
    'td',
    'th',
    'tr',
    'tt',
    'u',
    'ul',
    'video',
    'wbr',
    'x-y',
  ]
  const name = fc.constantFrom(...names)
  const part = fc.oneof(
    name.map((tag) => `<${tag}>`),
    name.map((tag) => `</${tag}>`),
    name.map((tag) => `<${tag} class="language-js at" src="https://[" href="#x" start="3" alt=@b>`),
    fc.string({ unit: 'binary', maxLength: 10 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const { content } = convertContent({ content: parts.join(''), markup: 'html', pageUrl })
      expect(content).toBe(content.normalize('NFC').trimEnd())
    }),
    { numRuns: isNightly ? 20_000 : 150 },
  )
})

test('any Markdown converts without errors', () => {
  const tag = fc.constantFrom(
    '<b>',
    '</b>',
    '<code>',
    '</code>',
    '<br>',
    '<a href="x">',
    '</a>',
    '    ',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, tag), { maxLength: 40 }), (parts) => {
      const { content } = convertContent({ content: parts.join(''), markup: 'markdown', pageUrl })
      expect(content).toBe(content.normalize('NFC').trimEnd())
    }),
    { numRuns: isNightly ? 20_000 : 150 },
  )
})
