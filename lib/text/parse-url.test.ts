import { expect, test } from 'vitest'
import { parseUrl } from './parse-url'

test.each([
  ['https://example.org/', undefined, 'https://example.org/'],
  ['https://bücher.example/ü', undefined, 'https://xn--bcher-kva.example/%C3%BC'],
  ['/path', 'https://example.org/', 'https://example.org/path'],
  ['/path', undefined, undefined],
  ['https://', undefined, undefined],
])('%s with the base %s: %s', (text, base, href) => {
  // Node 20 compiles its own `URL.canParse` after some thousand calls.
  for (let call = 0; call < 20_000; call++)
    if (parseUrl(text, base)?.href !== href) throw new Error(text)
  expect(parseUrl(text, base)?.href).toBe(href)
})
