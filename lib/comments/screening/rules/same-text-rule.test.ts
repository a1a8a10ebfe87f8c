import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { sameTextRule } from './rules'

const sentence = 'What a wonderful article about all of these things.'

test.each([
  ['accepts a new sentence', sentence, 0, undefined],
  ['accepts a repeated “Thanks!”', 'Thanks!', 4, undefined],
  ['raises a doubt about a repeated phrase', 'Great article, thank you', 1, 'published'],
  ['holds a phrase repeated five times', 'Great article, thank you', 5, 'pending'],
  ['holds a repeated sentence', sentence, 1, 'pending'],
  ['marks a sentence repeated five times as spam', sentence, 5, 'spam'],
])('%s', (_, content, sameText, verdict) => {
  expect(sameTextRule(draftOf(content), contextOf({ sameText }))?.verdict).toBe(verdict)
})
