import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { hiddenCharactersRule } from './rules'

test.each([
  ['an override', 'see \u202Egnp.exe', 'pending'],
  ['tag characters', `Hello${String.fromCodePoint(0xe0041, 0xe0042)}`, 'pending'],
  ['several invisible characters within words', 'vi\u200Bag\u200Bra', 'pending'],
  ['one invisible character within a word', 'Free\u200Bdom', 'published'],
  ['an unclosed direction embedding', 'a \u2067 b', 'published'],
  ['a closed direction embedding', 'a \u2067אבג\u2069 b', undefined],
  ['a joiner in Persian', 'می\u200Cخواهم', undefined],
  ['emoji sequences', '👩\u200D👩\u200D👧 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿', undefined],
  ['soft hyphens from word processors', 'Silben\u00ADtren\u00ADnung', undefined],
  ['a byte order mark at the start of a line', '\uFEFFHello', undefined],
])('%s', (_, content, verdict) => {
  expect(hiddenCharactersRule(draftOf(content), contextOf())?.verdict).toBe(verdict)
})
