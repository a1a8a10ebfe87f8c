import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { findDomains } from './find-links'

test.each([
  ['see spam.example, or https://www.spam.example/x', ['spam.example', 'www.spam.example']],
  ['-a.b.c- a.-b.c a..b.c 1.2', ['a.b.c-', 'b.c', '1.0.0.2']],
  ['bücher.example BÜCHER.example', ['xn--bcher-kva.example']],
  ['sp\u00ADam.exam\u200Bple', ['spam.example']],
  ['no names here. None.', []],
])('finds the domains in %j', (text, domains) => {
  expect(findDomains(text)).toEqual(domains)
})

describe('parses 5,000 characters within 20 ms', () => {
  const many = (unit: (n: number) => string) =>
    Array.from({ length: 1_250 }, (_, n) => unit(n))
      .join('')
      .slice(0, 5_000)
  test.each([
    ['one run of non-ASCII digits', '\u0660'.repeat(5_000)],
    ['letters and hyphens', '-a'.repeat(2_500)],
    ['letters', 'a'.repeat(5_000)],
    ['one name of many labels', '\u0660.'.repeat(2_500)],
    ['letters that grow when normalised', '\uFDFA'.repeat(5_000)],
    ['distinct names', many((n) => `${String.fromCodePoint(0x4e00 + n)}.a `)],
    [
      'names that violate right-to-left rules',
      many((n) => `${String.fromCodePoint(0x627 + (n % 28))}.${n} `),
    ],
  ])('%s', (_, text) => {
    // The first run includes compiling the code.
    findDomains(text)
    expect(Math.min(...[1, 2, 3].map(() => cpuTimeMs(() => findDomains(text))))).toBeLessThan(20)
  })
})
