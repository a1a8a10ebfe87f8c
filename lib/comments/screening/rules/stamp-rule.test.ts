import { expect, test } from 'vitest'
import type { Stamp } from '@/lib/comments/screening/form-stamp'
import { contextOf, draftOf } from '@/test/comments/screening'
import { stampRule } from './rules'

const signed = (ageMs: number): Stamp => ({ kind: 'signed', nonce: 'n', ageMs })
const hourMs = 3_600_000

test.each<[string, Stamp, string | undefined]>([
  ['raises a doubt about a missing stamp', { kind: 'missing' }, 'published'],
  ['holds a forged stamp', { kind: 'forged' }, 'pending'],
  ['holds a comment written in under 1.5 seconds', signed(1_400), 'pending'],
  ['holds a stamp from the future', signed(-60_000), 'pending'],
  ['holds a stamp older than a day', signed(24 * hourMs + 1), 'pending'],
  ['accepts a comment written in two seconds', signed(2_000), undefined],
  ['accepts a form that was open for 23 hours', signed(23 * hourMs), undefined],
])('%s', (_, stamp, verdict) => {
  expect(stampRule(draftOf('Hello'), contextOf({ stamp }))?.verdict).toBe(verdict)
})

test('ignores missing stamps of edits', () => {
  const context = contextOf({ kind: 'edit', stamp: { kind: 'missing' } })
  expect(stampRule(draftOf('Hello'), context)).toBeUndefined()
})

test('holds a used stamp', () => {
  expect(stampRule(draftOf('Hello'), contextOf({ isStampUsed: true }))?.verdict).toBe('pending')
})
