import { expect, test } from 'vitest'
import { normalizeSlug, slugOfUrl, threadSlugLengthMax } from './thread-slug'

test.each([
  ['https://Blog.Example.org/2024/Hello', 'blog.example.org/2024/Hello'],
  ['https://blog.example.org/2024/hello/', 'blog.example.org/2024/hello'],
  ['https://blog.example.org/2024/hello/index.html', 'blog.example.org/2024/hello'],
  ['https://blog.example.org/hello?utm_source=x#comments', 'blog.example.org/hello'],
  ['https://blog.example.org', 'blog.example.org/'],
  ['https://blog.example.org/index.html', 'blog.example.org/'],
  ['https://www.example.org/a', 'www.example.org/a'],
  ['http://blog.example.org:80/a', 'blog.example.org/a'],
  ['http://blog.example.org:443/a', 'blog.example.org/a'],
  ['http://localhost:4321/a', 'localhost:4321/a'],
  ['https://bücher.example/straße', 'xn--bcher-kva.example/straße'],
  ['https://blog.example.org/stra%C3%9Fe', 'blog.example.org/straße'],
  ['https://blog.example.org/100%25', 'blog.example.org/100%'],
  ['https://blog.example.org/%FF', 'blog.example.org/%FF'],
  ['https://blog.example.org/e%CC%81', 'blog.example.org/é'],
])('the slug of %s is %s', (url, slug) => {
  expect(slugOfUrl(url)).toBe(slug)
  expect(normalizeSlug(slug)).toBe(slug)
})

test.each(['', 'hello', '/hello', 'ftp://example.org/a', 'mailto:a@example.org', 'https://'])(
  '“%s” is no address of a page',
  (url) => expect(slugOfUrl(url)).toBeUndefined(),
)

test('an overlong address has no slug', () => {
  const path = 'a'.repeat(threadSlugLengthMax)
  expect(slugOfUrl(`https://example.org/${path}`)).toBeUndefined()
})

test.each([
  ['Blog.Example.org/hello/', 'blog.example.org/hello'],
  ['blog.example.org/hello/index.html', 'blog.example.org/hello'],
  ['blog.example.org/a?b=1', 'blog.example.org/a?b=1'],
  ['hello', 'hello'],
])('every spelling leads to one thread: %s', (given, slug) => {
  expect(normalizeSlug(given)).toBe(slug)
})
