import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCardLine } from '@/lib/markdown/card-line'
import { findLinkCards } from '@/lib/markdown/parse-post-markdown'
import { isNightly } from '@/test/nightly'
import { readPastedUrls } from './read-pasted-urls'

const url = 'https://a.example/b?c=1&d=2#e'

test.each([
  ['a URL', url, [url]],
  ['whitespace around a URL', `\n  ${url}\t\r\n`, [url]],
  ['a URL in angle brackets', `<${url}>`, [url]],
  ['a URL without a scheme', 'www.a.example/b', ['https://www.a.example/b']],
  ['a URL in angle brackets without a scheme', '<www.a.example>', ['https://www.a.example']],
  ['a zero-width space', `\u200B${url}\u200B`, [url]],
  ['a byte order mark', `\uFEFF${url}`, [url]],
  ['directional marks', `\u202A\u2066${url}\u2069\u202C\u200E`, [url]],
  ['soft hyphens', 'https://a.exam\u00ADple/long\u00ADword', ['https://a.example/longword']],
  ['invisible characters in angle brackets', `\u200B<\u2060${url}\uFEFF>`, [url]],
  ['a trailing zero-width joiner', `${url}\u200D`, [url]],
  ['an uppercase scheme', 'HTTPS://A.example/B', ['HTTPS://A.example/B']],
  [
    'a non-Latin script',
    'https://例え.example/日本?ключ=值',
    ['https://例え.example/日本?ключ=值'],
  ],
  [
    'ports and IP addresses',
    'http://127.0.0.1:8080/ http://[::1]/ http://localhost:3000',
    ['http://127.0.0.1:8080/', 'http://[::1]/', 'http://localhost:3000'],
  ],
  [
    'several URLs on lines',
    `${url}\n<${url}>\r\n\r\nwww.b.example`,
    [url, url, 'https://www.b.example'],
  ],
])('reads %s', (_, text, urls) => {
  expect(readPastedUrls(text)).toEqual(urls)
})

test.each([
  ['an empty text', ''],
  ['invisible text', '\u200B \n'],
  ['text', 'hello'],
  ['text with a URL', `see ${url}`],
  ['a URL and a separate full stop', `${url} .`],
  ['a Markdown link', `[a](${url})`],
  ['a domain name', 'a.example'],
  ['www without a domain', 'www.'],
  ['another scheme', 'javascript:alert(1)'],
  ['a mailto URL', 'mailto:a@b.example'],
  ['a file URL', 'file:///etc/passwd'],
  ['a URL with a password', 'https://me:secret@a.example/'],
  ['a URL without a host', 'https:///a'],
  ['a host without a dot', 'https://intranet/'],
  ['an unclosed angle bracket', `<${url}`],
  ['code', '`https://a.example`'],
  ['HTML', `<a href="${url}">a</a>`],
  ['a lone surrogate', `https://a.example/\ud800`],
  ['a URL over the length limit', `https://a.example/${'a'.repeat(2_048)}`],
  ['URLs with an invalid one among them', `${url}\nhttps://\n${url}`],
])('reads no URL from %s', (_, text) => {
  expect(readPastedUrls(text)).toEqual([])
})

test('reads only URLs that become cards on the page', () => {
  const tail = fc.string({
    unit: fc.constantFrom(...'ab/?&=#_*~.,:;!()[]\'"|%@$+-'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      tail,
      (start, end) => {
        for (const url of readPastedUrls(`${start}${end}`)) {
          const [found, ...others] = findLinkCards(
            `a\n\n${writeCardLine({ url, image: true })}\n\nb`,
          )
          expect(others).toEqual([])
          expect(new URL(found ?? '').href).toBe(new URL(url).href)
        }
      },
    ),
    { numRuns: isNightly ? 500 : 30 },
  )
})
