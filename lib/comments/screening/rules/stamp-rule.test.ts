import { expect, test } from 'vitest'
import type { Stamp } from '@/lib/comments/screening/screening-context'
import { contextOf, draftOf } from '@/test/comments/screening'
import { stampRule } from './rules'

const signed = (ageMs: number, isUsed = false): Stamp => ({
  kind: 'signed',
  nonce: 'n',
  ageMs,
  isUsed,
})
const hourMs = 3_600_000

test.each<[string, Stamp, string | undefined]>([
  ['none is a doubt that holds nothing alone', { kind: 'missing' }, 'published'],
  ['a forged one holds', { kind: 'forged' }, 'pending'],
  ['a used one holds', signed(60_000, true), 'pending'],
  ['written in less than a second and a half holds', signed(1_400), 'pending'],
  ['one of the future holds', signed(-60_000), 'pending'],
  ['over a day old holds', signed(24 * hourMs + 1), 'pending'],
  ['two seconds are enough', signed(2_000), undefined],
  ['a form may stay open for most of a day', signed(23 * hourMs), undefined],
])('%s', (_, stamp, verdict) => {
  expect(stampRule(draftOf('Hello'), contextOf({ stamp }))?.verdict).toBe(verdict)
})

test('edits and imports come from no form', () => {
  for (const kind of ['edit', 'import'] as const) {
    expect(
      stampRule(draftOf('Hello'), contextOf({ kind, stamp: { kind: 'missing' } })),
    ).toBeUndefined()
  }
})
