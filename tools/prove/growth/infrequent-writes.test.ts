import { expect, test } from 'vitest'
import { actions } from '@/test/authorisation/authorised-actions'
import { ownDatabase } from '@/test/database/database'
import { findUntimedWrites, listInfrequentWrites } from './infrequent-writes'
import { hasSucceeded, untimedActions } from './staff-writes'

await ownDatabase()
process.env.AUTH_SECRET = 'a test secret of at least 32 characters'
const names = new Set((await listInfrequentWrites('http://127.0.0.1:1')).keys())

test('times every action that is not listed as untimed', () => {
  const isTimed = (name: string) => names.has(name.replace(/^app\//, '').replace('/actions.ts', ''))
  expect(
    Object.keys(actions)
      .filter((name) => !isTimed(name))
      .sort(),
  ).toEqual([...untimedActions].sort())
})

test('times every writing route except those of readers', () => {
  const byReaders = [
    'POST /api/comments',
    'PATCH /api/comments/[id]',
    'DELETE /api/comments/[id]',
    'POST /api/comments/[id]/report',
    'POST /api/likes',
    'POST /api/comments/follows',
    'POST /api/views',
  ]
  expect(findUntimedWrites(names).sort()).toEqual([...byReaders].sort())
})

test('treats redirects to an error, a missing item or the sign-in as failures', () => {
  const responseTo = (location: string) => ({ status: 200, text: '', location })
  expect(hasSucceeded(responseTo('/admin/blocks?done=added'))).toBe(true)
  expect(hasSucceeded(responseTo('/admin/sign-in?done=signed-out'))).toBe(true)
  expect(hasSucceeded(responseTo('/admin/blocks?error=values'))).toBe(false)
  expect(hasSucceeded(responseTo('/admin/sign-in?next=%2Fadmin'))).toBe(false)
  expect(hasSucceeded({ ...responseTo(''), status: 500 })).toBe(false)
})

test.each([
  ['an error', '1:{"fault":"too long","content":""}', false],
  ['rejected settings', '1:{"typed":{"name":""},"faults":["name"]}', false],
  ['a rejected form', 'a:{"refusals":1,"error":{}}', false],
  ['a comment already moderated by someone else', '1:{"outcomes":[{"id":1,"done":false}]}', false],
  ['a moderated comment', '1:{"outcomes":[{"id":1,"done":true}]}', true],
  ['a saved form', '1:{"refusals":0,"saved":{}}', true],
])('recognises success and failure: %s', (_, row, isDone) => {
  expect(hasSucceeded({ status: 200, text: `0:{"a":"$@1"}\n${row}`, location: '' })).toBe(isDone)
})
