import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { hiddenCharactersRule } from './rules'

test.each([
  ['an override', 'see \u202Egnp.exe', 'pending'],
  ['letters as tags', `Hello${String.fromCodePoint(0xe0041, 0xe0042)}`, 'pending'],
  ['several invisible characters within words', 'vi\u200Bag\u200Bra', 'pending'],
  ['one within a word', 'Free\u200Bdom', 'published'],
  ['direction opened and not closed', 'a \u2067 b', 'published'],
  ['direction opened and closed', 'a \u2067אבג\u2069 b', undefined],
  ['Persian, which joins by it', 'می\u200Cخواهم', undefined],
  ['emoji of several', '👩\u200D👩\u200D👧 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿', undefined],
  ['soft hyphens, which word processors leave', 'Silben\u00ADtren\u00ADnung', undefined],
  ['a mark of byte order at the start of a line', '\uFEFFHello', undefined],
])('%s', (_, content, verdict) => {
  expect(hiddenCharactersRule(draftOf(content), contextOf())?.verdict).toBe(verdict)
})
