import { expect, test } from 'vitest'
import { actorOf } from '@/lib/auth/actor'
import { readJudged, writeJudged } from './undo-judgements'

const actor = actorOf({ staffId: 'o', sessionId: 's', name: 'Olivia', role: 'owner' })
const other = actorOf({ staffId: 'm', sessionId: 't', name: 'Max', role: 'moderator' })

test('returns the judgements in a signed parameter', () => {
  expect(readJudged(actor, 'spam', writeJudged(actor, 'spam', [12, 13]))).toEqual([12, 13])
  expect(writeJudged(actor, 'spam', [])).toBe('')
})

test('rejects unsigned parameters and those of another verdict or staff member', () => {
  const word = writeJudged(actor, 'spam', [12])
  expect(readJudged(actor, 'spam', '12.13')).toEqual([])
  expect(readJudged(actor, 'spam', word.replace('12', '13'))).toEqual([])
  expect(readJudged(actor, 'published', word)).toEqual([])
  expect(readJudged(other, 'spam', word)).toEqual([])
  expect(readJudged(actor, undefined, word)).toEqual([])
  expect(readJudged(actor, 'spam', '')).toEqual([])
})
