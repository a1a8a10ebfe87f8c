import { expect, test } from 'vitest'
import { actions } from '@/lib/testing/authorised-actions'
import { ownDatabase } from '@/lib/testing/database'
import { findUntimedWrites, isCarriedOut, listRareWrites } from './rare-writes'

await ownDatabase()
process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'

test('every action of the staff but the change of a password is among what is timed, and every route that writes but what readers write all day', async () => {
  const names = new Set((await listRareWrites('http://127.0.0.1:1')).keys())
  const guarded = Object.entries(actions).filter(([, { may }]) => may !== 'public')
  expect([...names].filter((name) => name.includes('#'))).toHaveLength(guarded.length - 1)
  expect(findUntimedWrites(names)).toEqual(['POST /api/comments', 'POST /api/views', 'POST /api/comments/[id]/report'])
})

test('who led to where it says what was wrong, or to the sign-in, has not done it', () => {
  const told = (location: string, text = '') => ({ status: 200, text, location })
  expect(isCarriedOut(told('/desk/blocks?done=added'))).toBe(true)
  expect(isCarriedOut(told('/desk/sign-in?done=signed-out'))).toBe(true)
  expect(isCarriedOut(told('/desk/blocks?fault=values'))).toBe(false)
  expect(isCarriedOut(told('/desk/sign-in?next=%2Fdesk'))).toBe(false)
  expect(isCarriedOut({ ...told(''), status: 500 })).toBe(false)
})

test.each([
  ['a fault', '0:{"a":"$@1"}\n1:{"fault":"too long","content":""}', false],
  ['a form that was refused', '0:{"a":"$@1"}\n1:{"refusals":1,"error":{}}', false],
  ['a comment that somebody else judged', '0:{"a":"$@1"}\n1:{"outcomes":[{"id":1,"done":false}]}', false],
  ['a comment that was judged', '0:{"a":"$@1"}\n1:{"outcomes":[{"id":1,"done":true}]}', true],
  ['a form that was saved', '0:{"a":"$@1"}\n1:{"refusals":0,"saved":{}}', true],
])('%s is told from what was done', (_, text, isDone) => {
  expect(isCarriedOut({ status: 200, text, location: '' })).toBe(isDone)
})
