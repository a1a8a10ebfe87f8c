import { expect, test } from 'vitest'
import { parseSearch } from './parse-search'

/** A search as it was understood: `+` a beginning, `-` left out, quotation marks a phrase. */
function understood(typed: string): string {
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
])('%j is understood as %j', (typed, meaning) => {
  expect(understood(typed)).toBe(meaning)
})
