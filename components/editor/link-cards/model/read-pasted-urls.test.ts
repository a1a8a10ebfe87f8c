import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCardLine } from '@/lib/markdown/card-line'
import { findLinkCards } from '@/lib/markdown/find-link-cards'
import { readPastedUrls } from './read-pasted-urls'

const url = 'https://a.example/b?c=1&d=2#e'

test.each([
  ['a URL', url, [url]],
  ['white space around it', `\n  ${url}\t\r\n`, [url]],
  ['angle brackets', `<${url}>`, [url]],
  ['no scheme', 'www.a.example/b', ['https://www.a.example/b']],
  ['angle brackets and no scheme', '<www.a.example>', ['https://www.a.example']],
  ['a zero-width space', `\u200B${url}\u200B`, [url]],
  ['a byte order mark', `\uFEFF${url}`, [url]],
  ['marks of direction', `\u202A\u2066${url}\u2069\u202C\u200E`, [url]],
  ['soft hyphens', 'https://a.exam\u00ADple/long\u00ADword', ['https://a.example/longword']],
  ['invisible characters within brackets', `\u200B<\u2060${url}\uFEFF>`, [url]],
  ['a joiner at its end', `${url}\u200D`, [url]],
  ['upper case', 'HTTPS://A.example/B', ['HTTPS://A.example/B']],
  ['another script', 'https://例え.example/日本?ключ=值', ['https://例え.example/日本?ключ=值']],
  [
    'a port, an address',
    'http://127.0.0.1:8080/ http://[::1]/ http://localhost:3000',
    ['http://127.0.0.1:8080/', 'http://[::1]/', 'http://localhost:3000'],
  ],
  [
    'several on lines',
    `${url}\n<${url}>\r\n\r\nwww.b.example`,
    [url, url, 'https://www.b.example'],
  ],
])('%s is understood', (_, text, urls) => {
  expect(readPastedUrls(text)).toEqual(urls)
})

test.each([
  ['nothing', ''],
  ['nothing that is seen', '\u200B \n'],
  ['words', 'hello'],
  ['words and a URL', `see ${url}`],
  ['a URL and a full stop of its own', `${url} .`],
  ['a Markdown link', `[a](${url})`],
  ['a domain alone', 'a.example'],
  ['www and nothing', 'www.'],
  ['another scheme', 'javascript:alert(1)'],
  ['mail', 'mailto:a@b.example'],
  ['a file', 'file:///etc/passwd'],
  ['a password', 'https://me:secret@a.example/'],
  ['no host', 'https:///a'],
  ['a host without a dot', 'https://intranet/'],
  ['half a bracket', `<${url}`],
  ['code', '`https://a.example`'],
  ['HTML', `<a href="${url}">a</a>`],
  ['a lone surrogate', `https://a.example/\ud800`],
  ['a URL beyond all measure', `https://a.example/${'a'.repeat(2_048)}`],
  ['one that is none among others', `${url}\nhttps://\n${url}`],
])('%s is no pasted URL', (_, text) => {
  expect(readPastedUrls(text)).toEqual([])
})

test('every URL that is taken is a card of its own on the page', () => {
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
    { numRuns: 500 },
  )
})
