import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { renderCommentMarkdown } from './render-comment-markdown'

async function html(markdown: string): Promise<string> {
  return renderToStaticMarkup(await renderCommentMarkdown(markdown))
}

test.each([
  ['*a* **b** `c`', '<p><em>a</em> <strong>b</strong> <code>c</code></p>'],
  ['one\ntwo\n\nthree', '<p>one<br/>two</p><p>three</p>'],
  ['[there](https://a.example/?x=1&y=2)', '<p><a href="https://a.example/?x=1&amp;y=2" rel="ugc nofollow noopener">there</a></p>'],
  ['see https://a.example/b.', '<p>see <a href="https://a.example/b" rel="ugc nofollow noopener">https://a.example/b</a>.</p>'],
  ['- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['3. a', '<ol start="3"><li><p>a</p></li></ol>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
  ['```\na < b\n```', '<pre class="code" tabindex="0"><code>a &lt; b</code></pre>'],
])('%j becomes %s', async (markdown, expected) => {
  expect(await html(markdown)).toBe(expected)
})

test('code is highlighted with classes, never with a style', async () => {
  const rendered = await html('```ts\nconst a = 1\n```')
  expect(rendered).toContain('<span class="tok-keyword">const</span>')
  expect(rendered).not.toContain('style=')
})

test.each([
  ['# no heading', '<p># no heading</p>'],
  ['---', '<p>---</p>'],
  ['<b>no</b> <script>alert(1)</script>', '<p>&lt;b&gt;no&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['| a | b |\n| - | - |\n| c | d |', '<p>| a | b |<br/>| - | - |<br/>| c | d |</p>'],
])('what comments do not have is the text it is: %j', async (markdown, expected) => {
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
])('%j is harmless', async (markdown) => {
  const rendered = await html(markdown)
  expect(rendered.replaceAll(/&lt;.*?&gt;/g, '')).not.toMatch(/<(?:img|script|svg|iframe)|\son\w+=|href="(?!https?:\/\/|mailto:)/i)
})

describe('hostile', () => {
  test.each(['>', '> ', '1. ', '- ', '*', '_', '[', '![', '`', '**a ', '[](', '<', '\\', '&', '((((', '*_', '> - '])(
    '5,000 characters of %j end in a page',
    async (piece) => {
      expect(await html(piece.repeat(5_000 / piece.length))).toContain('<')
    },
  )

  test('nesting is shown to a depth of 16', async () => {
    const list = Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- level ${level}`).join('\n')
    const rendered = await html(list)
    expect(rendered.match(/<ul>/g)?.length).toBe(9)
    expect(rendered).toContain('level 39')
  })

  test('of 5,000 characters that no one can read, every one is shown as it was typed', async () => {
    expect(await html('> '.repeat(2_500))).toBe(`<p>${'&gt; '.repeat(2_500)}</p>`)
  })

  test('code in lines that a grammar would choke on is set plain', async () => {
    const rendered = await html(`\`\`\`bash\necho one\n${'<'.repeat(4_900)}\necho two\n\`\`\``)
    expect(rendered).toContain(`\n${'&lt;'.repeat(4_900)}\n`)
    expect(rendered).toMatch(/<code><span class="tok-[a-z-]+">echo.*<\/span>\n/)
  })

  test('of much code the first 3,000 characters are highlighted', async () => {
    const rendered = await html(`\`\`\`sql\n${'SELECT 1\n'.repeat(500)}\`\`\``)
    expect(rendered.match(/SELECT/g)?.length).toBe(500)
    expect(rendered.match(/tok-keyword">SELECT/g)?.length).toBe(375)
  })

  test('any text gives only elements and attributes that are allowed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'*_`[]()<>!#-1. \n\\"\'&:/ahtps'), maxLength: 300 }), async (markdown) => {
        const rendered = await html(markdown)
        for (const [, tag, attributes = ''] of rendered.matchAll(/<\/?([a-z]+)((?:\s[^>]*)?)\/?>/g)) {
          expect(['p', 'em', 'strong', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'br', 'span']).toContain(tag)
          for (const [, name] of attributes.matchAll(/\s([a-z]+)=/g)) expect(['href', 'rel', 'start', 'class', 'tabindex']).toContain(name)
        }
      }),
    )
  })
})
