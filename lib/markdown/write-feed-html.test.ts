import { expect, test, vi } from 'vitest'
import { writeFeedHtml } from './write-feed-html'

const base = 'https://blog.example/posts/hello'
const write = (markdown: string, titles = new Map<string, string>()) =>
  writeFeedHtml(markdown, { base, titles })

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
