import { expect, test } from 'vitest'
import { isUrl } from './is-url'

test.each([
  ['https://example.org/', undefined, true],
  ['https://bücher.example/ü', undefined, true],
  ['/path', 'https://example.org/', true],
  ['/path', undefined, false],
  ['https://', undefined, false],
])('%s with the base %s: %s', (text, base, isValid) => {
  // Node 20 compiles its own `URL.canParse` after some thousand calls.
  for (let call = 0; call < 20_000; call++) if (isUrl(text, base) !== isValid) throw new Error(text)
  expect(isUrl(text, base)).toBe(isValid)
})
