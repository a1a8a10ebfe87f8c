import { expect, test } from 'vitest'
import { Findings } from '@/tools/prove/part'
import { expectSameResponses } from './same-responses'

function isSame(
  older: { status: number; json: unknown },
  later?: { status: number; json: unknown },
): boolean {
  const findings = new Findings()
  expectSameResponses(findings, new Map([['it', older]]), new Map(later && [['it', later]]))
  return findings.failures.length === 0
}
const ok = (json: unknown) => ({ status: 200, json })

test('accepts additional fields in a later version', () => {
  expect(
    isSame(
      ok({ comments: [{ id: 1 }], count: 1 }),
      ok({ comments: [{ id: 1, likes: 0 }], count: 1, next: null }),
    ),
  ).toBe(true)
})

test.each([
  ['less of it', ok({ comments: [{ id: 1 }] }), ok({ comments: [{}] })],
  ['more of them', ok({ comments: [{ id: 1 }] }), ok({ comments: [{ id: 1 }, { id: 2 }] })],
  ['fewer of them', ok({ comments: [{ id: 1 }] }), ok({ comments: [] })],
  ['another number', ok({ views: 2 }), ok({ views: 1 })],
  ['nothing in place of something', ok({ parent: { id: 1 } }), ok({ parent: null })],
  ['it with another status', ok({}), { status: 201, json: {} }],
  ['nothing', ok({}), undefined],
  ['as little as the older one', { status: 404, json: 'no' }, { status: 404, json: 'no' }],
])('rejects %s', (_, older, later) => {
  expect(isSame(older, later)).toBe(false)
})
