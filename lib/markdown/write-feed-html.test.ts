import { describe, expect, test, vi } from 'vitest'
import { commentFeedHtml, postFeedHtml } from './write-feed-html'

const base = 'https://blog.example/posts/hello'
const write = (markdown: string, titles = new Map<string, string>()) =>
  postFeedHtml(markdown, base, titles)

test('makes all URLs absolute', async () => {
  const html = await write(
    '[a](/b) [c](#d) [e](../f) ![g](/h.webp)\n\n<a href="javascript:x">no</a>',
  )
  expect(html).toContain('href="https://blog.example/b"')
  expect(html).toContain('href="https://blog.example/posts/hello#d"')
  expect(html).toContain('href="https://blog.example/f"')
  expect(html).toContain('src="https://blog.example/h.webp"')
  expect(html).not.toContain('javascript')
})

test('renders a card as a link with the title of its page, or else its URL', async () => {
  const titles = new Map([['https://a.example/page', 'A <page>']])
  expect(await write('https://a.example/page\n\nhttps://b.example/', titles)).toBe(
    '<p><a href="https://a.example/page">A &#x3C;page></a></p>\n<p>' +
      '<a href="https://b.example/">https://b.example/</a></p>',
  )
})

test('removes syntax highlighting and page-specific attributes', async () => {
  const html = await write(
    '## Heading\n\n```ts\nconst a = 1\n```\n\n- [x] done\n\nNoted[^1].\n\n[^1]: A note',
  )
  expect(html).toContain('<pre><code>const a = 1</code></pre>')
  expect(html).toContain('☑ done')
  expect(html).not.toMatch(/\b(?:id|class|style|data-|aria-|tabindex)\S*=/)
})

test('keeps the alignment of table cells', async () => {
  expect(await write('| a |\n| -: |\n| b |')).toContain('<td align="right">b</td>')
})

test('returns undefined for a post that cannot be rendered', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await write('> '.repeat(300))).toBeUndefined()
})

test('renders a frame as a link', async () => {
  expect(
    await write('<iframe src="https://player.vimeo.com/video/1" title="A film"></iframe>'),
  ).toBe('<p><a href="https://player.vimeo.com/video/1">A film</a></p>')
})

describe('a comment', () => {
  const place = 'https://blog.example/posts/a/comments/3#comment-3'

  test('has no attributes that only pages need', async () => {
    expect(
      await commentFeedHtml('*a* & <b> [c](https://d.example)\nnext\n\n```ts\n1 < 2\n```', place),
    ).toBe(
      '<p><em>a</em> &#x26; &#x3C;b> ' +
        '<a href="https://d.example/" rel="ugc nofollow noopener">c</a><br>next</p>' +
        '<pre><code>1 &#x3C; 2</code></pre>',
    )
  })

  test('has absolute links', async () => {
    const html = await commentFeedHtml(
      '[x](/posts/y) [y](#comment-4) [z](mailto:a@example.org)',
      place,
    )
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://blog.example/posts/y',
      'https://blog.example/comments/4',
      'mailto:a@example.org',
    ])
  })

  test('is rendered in full, without a button', async () => {
    const html = await commentFeedHtml('a\n'.repeat(100), place)
    expect(html.match(/<br>/g)).toHaveLength(99)
    expect(html).not.toMatch(/Show|<div|<details/)
  })

  test('contains nothing executable', async () => {
    const html = await commentFeedHtml(
      '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>',
      place,
    )
    expect(html).not.toMatch(/<script|<img|href/)
  })
})

test('does not nest the links of a comment', async () => {
  const html = await commentFeedHtml('[see *<https://a.example>*](https://b.example)', base)
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toContain('<em>https://a.example</em>')
})
