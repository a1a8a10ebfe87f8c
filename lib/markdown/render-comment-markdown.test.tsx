import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { renderCommentMarkdown } from './render-comment-markdown'

async function html(
  markdown: string,
  options?: Parameters<typeof renderCommentMarkdown>[1],
): Promise<string> {
  return renderToStaticMarkup(await renderCommentMarkdown(markdown, options))
}

const anchor = (href: string, text = href) =>
  `<a href="${href}" rel="ugc nofollow noopener">${text}</a>`

test.each([
  ['*a* **b** `c`', '<p><em>a</em> <strong>b</strong> <code>c</code></p>'],
  ['one\ntwo\n\nthree', '<p>one<br/>two</p><p>three</p>'],
  [
    '[there](https://a.example/?x=1&y=2)',
    '<p><a href="https://a.example/?x=1&amp;y=2" rel="ugc nofollow noopener">there</a></p>',
  ],
  [
    'see https://a.example/b.',
    '<p>see <a href="https://a.example/b" rel="ugc nofollow noopener">https://a.example/b</a>.</p>',
  ],
  ['- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['3. a', '<ol start="3"><li><p>a</p></li></ol>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
  ['```\na < b\n```', '<pre class="code" tabindex="0"><code>a &lt; b</code></pre>'],
])('renders %j as %s', async (markdown, expected) => {
  expect(await html(markdown)).toBe(expected)
})

test('highlights code with classes, never with a style', async () => {
  const rendered = await html('```ts\nconst a = 1\n```')
  expect(rendered).toContain('<span class="tok-keyword">const</span>')
  expect(rendered).not.toContain('style=')
})

test.each([
  ['# no heading', '<p># no heading</p>'],
  ['---', '<p>---</p>'],
  [
    '<b>no</b> <script>alert(1)</script>',
    '<p>&lt;b&gt;no&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  ],
  ['| a | b |\n| - | - |\n| c | d |', '<p>| a | b |<br/>| - | - |<br/>| c | d |</p>'],
])('shows unsupported Markdown as text: %j', async (markdown, expected) => {
  expect(await html(markdown)).toBe(expected)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '<javascript:alert(1)>',
  '![x](https://evil.example/a.png)',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '[x](https://a.example "onmouseover=alert(1)")',
  '[a]: javascript:alert(1)\n[a]',
])('renders %j without active content', async (markdown) => {
  const rendered = await html(markdown)
  expect(rendered.replaceAll(/&lt;.*?&gt;/g, '')).not.toMatch(
    /<(?:img|script|svg|iframe)|\son\w+=|href="(?!https?:\/\/|mailto:)/i,
  )
})

test.each([
  '”',
  '»',
  '’',
  '…',
  '—',
  '，',
  '。',
  '（',
  '」',
  '、',
  '！',
  '）',
  '〉',
  '؟',
  '।',
  '\u200B',
])('ends a bare URL before %s', async (mark) => {
  expect(await html(`see https://a.example/b${mark} c`)).toBe(
    `<p>see ${anchor('https://a.example/b')}${mark} c</p>`,
  )
  expect(await html(`see www.a.example${mark}**c** d`)).toContain(
    `${anchor('http://www.a.example', 'www.a.example')}${mark}<strong>c</strong>`,
  )
})

test.each([
  ['https://ja.example/wiki/スター・ウォーズ', 'https://ja.example/wiki/スター・ウォーズ', ''],
  ['https://a.example/a_(b)', 'https://a.example/a_(b)', ''],
  ['https://a.example/b).', 'https://a.example/b', ').'],
  ['https://a.example/b– or', 'https://a.example/b', '– or'],
  ['https://a.example/1–2‑3–', 'https://a.example/1–2‑3', '–'],
  ['https://a.example/b- or', 'https://a.example/b-', ' or'],
  ['http://a.example/?q=1&copy=2!', 'http://a.example/?q=1&copy=2', '!'],
  ['http://localhost:3000/x_y*z', 'http://localhost:3000/x_y*z', ''],
])('in %s, finds the URL %s', async (markdown, url, rest) => {
  expect(await html(`(see ${markdown}`)).toBe(
    `<p>(see ${anchor(url.replace('&', '&amp;'))}${rest}</p>`,
  )
})

test('finds a bare URL after a bracket, in quotation marks and in bold text', async () => {
  expect(await html('[see （www.a.example/b.）')).toBe(
    `<p>[see （${anchor('http://www.a.example/b', 'www.a.example/b')}.）</p>`,
  )
  expect(await html('**https://a.example/b**です')).toBe(
    `<p><strong>${anchor('https://a.example/b')}</strong>です</p>`,
  )
  expect(await html('[https://a.example](https://b.example)')).toBe(
    `<p>${anchor('https://b.example', 'https://a.example')}</p>`,
  )
  expect(await html('\uFEFFsee https://a.example/b.')).toContain(anchor('https://a.example/b'))
  expect(await html('http:// https://.')).toBe('<p>http:// https://.</p>')
  expect(await html('write to a@b.example.')).toContain(anchor('mailto:a@b.example', 'a@b.example'))
})

test.each([
  ['これは**強調。**です', '<p>これは<strong>強調。</strong>です</p>'],
  ['这是**“重点”**内容', '<p>这是<strong>“重点”</strong>内容</p>'],
  ['**「引用」**と', '<p><strong>「引用」</strong>と</p>'],
  ['これは~~「削除」~~です', '<p>これは<del>「削除」</del>です</p>'],
  ['~~gone~~ but ~this~ is not', '<p><del>gone</del> but ~this~ is not</p>'],
])('renders emphasis and deletions next to CJK text: %s', async (markdown, expected) => {
  expect(await html(markdown)).toBe(expected)
})

test.each([
  [
    'if a:\n    b\n\tc\n one space',
    '<p>if a:<br/>\u00A0\u00A0\u00A0\u00A0b<br/>\u00A0\u00A0\u00A0\u00A0c<br/>one space</p>',
  ],
  ['a\n\n    *b*', '<p>a</p><p>\u00A0\u00A0\u00A0\u00A0<em>b</em></p>'],
  ['- a\n  b\n    c', '<ul><li><p>a<br/>b<br/>\u00A0\u00A0c</p></li></ul>'],
  ['  - a', '<ul><li><p>a</p></li></ul>'],
  ['  ```\n  a\n    b\n  ```', '<pre class="code" tabindex="0"><code>a\n  b</code></pre>'],
])('keeps the indentation of lines: %j', async (markdown, expected) => {
  expect(await html(markdown)).toBe(expected)
})

test('keeps the indentation of lines in a comment that is shown as its source', async () => {
  expect(await html(`${'['.repeat(201)}\n    b`)).toContain('<br/>\u00A0\u00A0\u00A0\u00A0b')
})

test('allows links to a path of the site and to a comment', async () => {
  expect(await html('[x](/posts/y?a=1#b) [y](#comment-4) [z](www.a.example)')).toBe(
    `<p>${anchor('/posts/y?a=1#b', 'x')} ${anchor('#comment-4', 'y')} ` +
      `${anchor('http://www.a.example', 'z')}</p>`,
  )
  expect(await html('[y](#comment-4)', { isInThread: false })).toBe(
    `<p>${anchor('/comments/4', 'y')}</p>`,
  )
})

test.each([
  '[x](javascript:alert(1))',
  '[**x**](data:text/html,y)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](</\t/evil.example>)',
  '[x](posts/y)',
  '[x](#heading)',
  '<javascript:alert(1)>',
])('shows a disallowed link as its source: %j', async (markdown) => {
  expect(await html(`a ${markdown} b`)).toBe(
    `<p>a ${markdown.replaceAll('<', '&lt;').replaceAll('>', '&gt;')} b</p>`,
  )
})

describe('height', () => {
  const lines = (line: string, count = 300) => Array.from({ length: count }, () => line).join('\n')

  test.each([
    ['line feeds', `a${'\n'.repeat(3_900)}b`],
    [
      'blank lines in a comment that is shown as its source',
      `${'['.repeat(201)}${'\n'.repeat(3_900)}b`,
    ],
    ['hard breaks', `a${'\\\n'.repeat(300)}b`],
    ['no-break spaces', `a\n${lines('&nbsp;')}\nb`],
    ['paragraphs of no-break spaces', `a\n\n${lines('&nbsp;\n', 150)}\n\nb`],
    ['Hangul fillers', `a\n${lines('\u3164')}\nb`],
    ['Braille blanks', `a\n${lines('\u2800')}\nb`],
    ['empty quotes', `a\n\n${lines('>\n', 150)}\n\nb`],
    ['blank lines of code', `\`\`\`\na${'\n'.repeat(3_900)}b\n\`\`\``],
    ['blank lines of quoted code', `> \`\`\`\n> a\n${lines('>')}\n> b\n> \`\`\``],
  ])('shows at most two blank lines in a row: %s', async (_, markdown) => {
    const rendered = await html(markdown)
    expect(rendered).not.toMatch(/(?:<br\/>|\n|<p>|<\/p>){6}/)
    expect(rendered).not.toContain('Show more')
  })

  test.each([
    ['lines', lines('a')],
    ['more lines than are read as Markdown', lines('a', 1_000)],
    ['list items', lines('- a')],
    ['empty list items', `- a\n${lines('-')}`],
    ['lines of code', `\`\`\`\n${lines('a')}\n\`\`\``],
    ['lines of a quote', lines('> a')],
    ['paragraphs', lines('a\n', 100)],
    ['code blocks', lines('```\na\n```', 60)],
    ['hard breaks', lines('a\\')],
    ['one word', 'W'.repeat(5_000)],
    ['Chinese text', '字'.repeat(3_000)],
  ])('collapses a long comment: %s', async (_, markdown) => {
    const button = '<details lang="en"><summary><span>Show more<'
    expect(await html(markdown)).toMatch(
      new RegExp(`^<div class="fold"><div class="folded">.*</div>${button}`, 's'),
    )
  })

  test('does not collapse a comment of 50 lines', async () => {
    expect(await html(lines('a', 50))).not.toContain('details')
    expect(await html('A sentence of prose. '.repeat(200))).not.toContain('details')
  })
})

describe('hostile input', () => {
  test.each([
    '>',
    '> ',
    '1. ',
    '- ',
    '*',
    '_',
    '[',
    '![',
    '`',
    '**a ',
    '[](',
    '<',
    '\\',
    '&',
    '((((',
    '*_',
    '> - ',
  ])('renders 5,000 characters of %j', async (piece) => {
    expect(await html(piece.repeat(5_000 / piece.length))).toContain('<')
  })

  test('renders nesting to a depth of 16', async () => {
    const list = Array.from(
      { length: 40 },
      (_, level) => `${'  '.repeat(level)}- level ${level}`,
    ).join('\n')
    const rendered = await html(list)
    expect(rendered.match(/<ul>/g)?.length).toBe(9)
    expect(rendered).toContain('level 39')
  })

  test('shows every one of 5,000 marks as it was typed', async () => {
    expect(await html('> '.repeat(2_500))).toContain(`<p>${'&gt; '.repeat(2_500)}</p>`)
  })

  test('does not highlight code with long lines', async () => {
    const rendered = await html(`\`\`\`bash\necho one\n${'<'.repeat(4_900)}\necho two\n\`\`\``)
    expect(rendered).toContain(`\n${'&lt;'.repeat(4_900)}\n`)
    expect(rendered).toMatch(/<code><span class="tok-[a-z-]+">echo.*<\/span>\n/)
  })

  test('highlights the first 3,000 characters of code', async () => {
    const rendered = await html(`\`\`\`sql\n${'SELECT 1\n'.repeat(500)}\`\`\``)
    expect(rendered.match(/SELECT/g)?.length).toBe(500)
    expect(rendered.match(/tok-keyword">SELECT/g)?.length).toBe(375)
  })

  test('renders only allowed elements and attributes for any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...'*_~`[]()<>!#-1. \n\\"\'&:/ahtps'), maxLength: 300 }),
        async (markdown) => {
          const rendered = await html(markdown)
          for (const [, tag, attributes = ''] of rendered.matchAll(
            /<\/?([a-z]+)((?:\s[^>]*)?)\/?>/g,
          )) {
            expect([
              'p',
              'em',
              'strong',
              'del',
              'a',
              'ul',
              'ol',
              'li',
              'blockquote',
              'code',
              'pre',
              'br',
              'span',
            ]).toContain(tag)
            for (const [, name] of attributes.matchAll(/\s([a-z]+)=/g))
              expect(['href', 'rel', 'start', 'class', 'tabindex']).toContain(name)
          }
        },
      ),
    )
  })
})
