import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptComment } from './excerpt-comment'

test.each([
  ['Short.', 'Short.'],
  ['*One*,\n**two**\n\n> three `four`', 'One, two three four'],
  ['[a link](https://example.org) & <b>', 'a link & <b>'],
  [`${'word '.repeat(40)}`, `${'word '.repeat(26)}word…`],
  [`Z${'\u0330'.repeat(300)} a`, `Z${'\u0330'.repeat(4)} a`],
  ['😀'.repeat(200), `${'😀'.repeat(139)}…`],
])('converts %j to one line of plain text', (markdown, excerpt) => {
  expect(excerptComment(markdown)).toBe(excerpt)
})

test('returns one short, well-formed line for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
      const excerpt = excerptComment(text)
      expect(excerpt).not.toMatch(/\n/)
      expect(excerpt.isWellFormed()).toBe(true)
      expect(excerpt.length).toBeLessThanOrEqual(801)
    }),
  )
})
