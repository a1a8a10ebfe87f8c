import { expect, test } from 'vitest'
import { parseSearch } from './parse-search'

/** Formats a parsed query: `+` marks a prefix, `-` an excluded term, quotation marks a phrase. */
function formatted(typed: string): string {
  const clauses = parseSearch(typed).map((clause) =>
    clause
      .map(
        ({ text, isExcluded, isPrefix, isPhrase }) =>
          `${isExcluded ? '-' : ''}${isPhrase ? `"${text}"` : text}${isPrefix ? '+' : ''}`,
      )
      .join(' & '),
  )
  return clauses.join(' | ')
}

test.each([
  ['two words', 'two & words+'],
  ['two words ', 'two & words'],
  ['"in a row" word', '"in a row" & word+'],
  ['“in a row”', '"in a row"'],
  ['"never closed', '"never closed"'],
  ['word -other -"a phrase"', 'word & -other & -"a phrase"'],
  ['one OR two three', 'one | two & three+'],
  ['OR one OR OR two OR', 'one | two'],
  ['or', 'or+'],
  ['a', 'a'],
  ['東', '東'],
  ['well-known --x', 'well-known & --x'],
  ['-only', ''],
  ['yes OR -no', 'yes'],
  ['!! .. <-> & | (', ''],
  [
    Array.from({ length: 30 }, () => 'x').join(' '),
    Array.from({ length: 12 }, () => 'x').join(' & '),
  ],
])('parses %j as %j', (typed, meaning) => {
  expect(formatted(typed)).toBe(meaning)
})
