import { expect, test } from 'vitest'
import { textHash } from '@/lib/comments/screening/text-hash'
import { areNamesAlike, foldName, foldText } from './fold-text'

test.each([
  ['capitals', 'PAYPAL', 'paypal'],
  ['Cyrillic look-alikes, small and capital', 'РАУРАL раураl', 'paypal paypal'],
  ['Greek look-alikes', 'ΒΙΤϹΟΙΝ'.replace('Ϲ', 'C'), 'bitcoin'],
  ['accents', 'Crème brûlée', 'creme brulee'],
  ['letters with strokes', 'Łódź', 'lodz'],
  ['ligatures and full width', 'ﬁｓｈ', 'fish'],
  ['invisible characters', 'pay\u200Bp\u00ADal', 'paypal'],
  ['Hangul and kana without losing marks', '한국어 がぎ', '한국어 がぎ'],
])('folds %s', (_, text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('folds names that look the same to one name', () => {
  for (const name of [
    'olivia owner',
    'Olivia  Owner',
    'ОLIVIA-ОWNER',
    'Olívia Owner.',
    'O\u200Blivia Owner',
  ]) {
    expect(foldName(name), name).toBe(foldName('Olivia Owner'))
  }
  expect(foldName('Oliver Owner')).not.toBe(foldName('Olivia Owner'))
})

test.each([
  ['Alice', 'AIice'],
  ['Alice', 'A1ice'],
  ['Alice', 'Al1ce'],
  ['Alice', 'A|ice'],
  ['Alice', 'A｜ice'],
  ['Alice', '| Alice |'],
  ['Alice', 'АIісе'],
  ['Alice', 'AL1CE'],
  ['Olivia Owner', '0Iivia 0wner'],
  ['Olivia Owner', 'Olivia | Owner'],
  ['Marnie', 'Mamie'],
  ['Tom Moore', 'Torn  Moore'],
  ['William', 'VVilliam'],
])('%s and %s look alike', (one, other) => {
  expect(areNamesAlike(one, other)).toBe(true)
  expect(areNamesAlike(other, one)).toBe(true)
})

test.each([
  ['Alice', 'Alicia'],
  ['Alice', 'Ace'],
  ['Alice', 'Alice 2'],
  ['Lil', '|'],
  ['Lil', '...'],
  ['Olivia Owner', 'Olivia'],
])('%s and %s are distinct', (one, other) => {
  expect(areNamesAlike(one, other)).toBe(false)
})

test('the hash ignores spaces, punctuation and look-alikes, but not words', () => {
  expect(textHash('Great article!  Thank you.')).toBe(textHash('great аrticle — thank\nyou'))
  expect(textHash('Great article, thank you')).not.toBe(textHash('Great article, thanks'))
  expect(textHash('👍 !!')).toBe('')
})
