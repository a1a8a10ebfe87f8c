import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { sameTextRule } from './rules'

const sentence = 'What a wonderful article about all of these things.'

test.each([
  ['what nobody said before says nothing', sentence, 0, undefined],
  ['“Thanks!” is said by many', 'Thanks!', 4, undefined],
  ['a phrase said before is a doubt', 'Great article, thank you', 1, 'published'],
  ['a phrase said again and again holds', 'Great article, thank you', 5, 'pending'],
  ['a sentence said before holds', sentence, 1, 'pending'],
  ['a sentence said again and again is spam', sentence, 5, 'spam'],
])('%s', (_, content, sameText, verdict) => {
  expect(sameTextRule(draftOf(content), contextOf({ sameText }))?.verdict).toBe(verdict)
})
