import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { escapeXml } from './escape-xml'
import { renderCommentMarkdown } from './render-comment-markdown'
import { toStaticMarkup } from './static-markup'

const base = 'https://blog.example/posts/a/comments/3#comment-3'

test.each([
  'Plain & <b>simple</b> "quoted"\nsecond line',
  '*one* **two** [three](https://example.org/?a=1&b=%22) https://example.org',
  '- a\n- b\n\n3. c\n4. d\n\n> quote',
  '```ts\nconst a = "<x>"\n```\n\n`code`',
  '<script>alert(1)</script> [x](javascript:alert(1))',
])('renders as React does, without attributes that only pages need: %s', async (markdown) => {
  const elements = await renderCommentMarkdown(markdown)
  const expected = renderToStaticMarkup(elements)
    .replaceAll(/ (?:class|tabindex)="[^"]*"/g, '')
    .replaceAll('&#x27;', "'")
  expect(toStaticMarkup(elements, base)).toBe(expected)
})

test('makes paths in links absolute', async () => {
  const elements = await renderCommentMarkdown('[x](/posts/y) [y](#comment-4)', {
    isInThread: false,
  })
  const markup = toStaticMarkup(elements, 'https://blog.example')
  expect(markup).toContain('href="https://blog.example/posts/y"')
  expect(markup).toContain('href="https://blog.example/comments/4"')
})

test('renders a long comment in full, without its button', async () => {
  const markup = toStaticMarkup(await renderCommentMarkdown('a\n'.repeat(100)), base)
  expect(markup.match(/<br\/>/g)).toHaveLength(99)
  expect(markup).not.toMatch(/Show|<div|<details/)
})

test('omits components', () => {
  const Anything = () => <b>no</b>
  expect(toStaticMarkup(['a', <Anything key="b" />, null, false, 1], base)).toBe('a1')
})

test('resolves relative links', () => {
  const links = ['/posts/y', '#comment-4', 'https://example.org', 'mailto:a@example.org'].map(
    (href) => (
      <a key={href} href={href}>
        x
      </a>
    ),
  )
  expect(
    [...toStaticMarkup(links, base).matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
  ).toEqual([
    'https://blog.example/posts/y',
    'https://blog.example/posts/a/comments/3#comment-4',
    'https://example.org',
    'mailto:a@example.org',
  ])
})

test('escapes tags and quotes, and removes characters that XML forbids, in any text', () => {
  const unit = fc.oneof(
    fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    fc.constantFrom('<', '>', '"', '&', '\0', '\u001b', '\ufffe', '😀'),
  )
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const escaped = escapeXml(text)
      expect(escaped).not.toMatch(/[<>"]|&(?!(?:amp|lt|gt|quot);)/)
      expect(escaped.isWellFormed()).toBe(true)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur.
      expect(escaped).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
    }),
  )
})
