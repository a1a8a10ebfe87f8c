import { expect, test } from 'vitest'
import { actorOf } from '@/lib/auth/actor'
import { readSignedJudgements, signJudgements } from './undo-judgements'

const actor = actorOf({ staffId: 'o', sessionId: 's', name: 'Olivia', role: 'owner' })
const other = actorOf({ staffId: 'm', sessionId: 't', name: 'Max', role: 'moderator' })

test('returns the judgements in a signed parameter', () => {
  expect(readSignedJudgements(actor, 'spam', signJudgements(actor, 'spam', [12, 13]))).toEqual([
    12, 13,
  ])
  expect(signJudgements(actor, 'spam', [])).toBe('')
})

test('rejects unsigned parameters and those of another verdict or staff member', () => {
  const word = signJudgements(actor, 'spam', [12])
  expect(readSignedJudgements(actor, 'spam', '12.13')).toEqual([])
  expect(readSignedJudgements(actor, 'spam', word.replace('12', '13'))).toEqual([])
  expect(readSignedJudgements(actor, 'published', word)).toEqual([])
  expect(readSignedJudgements(other, 'spam', word)).toEqual([])
  expect(readSignedJudgements(actor, undefined, word)).toEqual([])
  expect(readSignedJudgements(actor, 'spam', '')).toEqual([])
})
