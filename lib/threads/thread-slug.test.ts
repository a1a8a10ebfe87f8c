import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostOfSlug, normaliseSlug, slugOfUrl, threadSlugLengthMax, urlOfSlug } from './thread-slug'

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
  ['https://blog.example.org/a%2Fb%3Fc%23d%5Ce', 'blog.example.org/a%2Fb%3Fc%23d\\e'],
  ['https://blog.example.org/a%2F..%2Fb', 'blog.example.org/a%2F..%2Fb'],
  ['https://blog.example.org/a%00%0A', 'blog.example.org/a%00%0A'],
  ['https://blog.example.org/a%20', 'blog.example.org/a '],
  ['https://blog.example.org/index.html/', 'blog.example.org/'],
  ['https://blog.example.org/a//%69ndex.html//', 'blog.example.org/a'],
  ['https://blog.example.org/e%CC%81', 'blog.example.org/é'],
])('the slug of %s is %s', (url, slug) => {
  expect(slugOfUrl(url)).toBe(slug)
  expect(normaliseSlug(slug)).toBe(slug)
})

test.each(['', 'hello', '/hello', 'ftp://example.org/a', 'mailto:a@example.org', 'https://'])(
  '“%s” is not the address of a page',
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
  ['blog.example.org/a/../b', 'blog.example.org/b'],
  ['blog.example.org:443/a', 'blog.example.org/a'],
  ['hello', 'hello'],
  ['/hello', '/hello'],
  ['not a host/hello', 'not a host/hello'],
])('every spelling leads to one thread: %s', (given, slug) => {
  expect(normaliseSlug(given)).toBe(slug)
})

test.each([
  ['blog.example.org/', 'https://blog.example.org/'],
  ['blog.example.org/straße/a b', 'https://blog.example.org/stra%C3%9Fe/a%20b'],
  ['blog.example.org/100%', 'https://blog.example.org/100%25'],
  ['blog.example.org/a%2Fb', 'https://blog.example.org/a%2Fb'],
  ['blog.example.org/%FF', 'https://blog.example.org/%FF'],
  ['blog.example.org/?q=a%20b', 'https://blog.example.org/?q=a%20b'],
])('the URL of %s is %s', (slug, url) => {
  expect(urlOfSlug(slug)).toBe(url)
  expect(slugOfUrl(url, true)).toBe(slug)
})

const segments = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('..', '.', 'index.html', '', 'a b', '%', '%2F', 'é', 'e\u0301', '\\', '?', '#'),
)
const paths = fc.array(segments, { maxLength: 5 }).map((given) => given.join('/'))

test('the slug of any address is in its canonical form', () => {
  fc.assert(
    fc.property(paths, fc.string(), fc.boolean(), (path, query, isEncoded) => {
      const typed = isEncoded ? path.split('/').map(encodeURIComponent).join('/') : path
      const slug = slugOfUrl(`https://blog.example.org/${typed}?${query}`, true)
      fc.pre(slug !== undefined)
      expect(hostOfSlug(slug)).toBe('blog.example.org')
      expect(slug).not.toMatch(/\p{Cc}/u)
      expect(normaliseSlug(slug)).toBe(slug)
    }),
  )
})

test('every spelling of a slug has one canonical form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), paths, (host, path) => {
      const slug = normaliseSlug(`${host}/${path}`)
      expect(normaliseSlug(slug)).toBe(slug)
    }),
  )
})

test('the URL of a slug leads to the slug again', () => {
  fc.assert(
    fc.property(paths, (path) => {
      const slug = normaliseSlug(`blog.example.org/${path}`)
      // An escape in a slug is ambiguous: it was encoded twice, or could not be decoded.
      fc.pre(!/%[\da-f]{2}/i.test(slug))
      expect(slugOfUrl(urlOfSlug(slug), true)).toBe(slug)
    }),
  )
})
