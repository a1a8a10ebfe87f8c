import { expect, test } from 'vitest'
import { exampleReport } from './example-report'
import type { PartReport } from './report'
import { tableOfMutants, tableOfParts, updatePage } from './report-page'

const report: PartReport = {
  ...exampleReport,
  endedAt: '2026-11-23T00:00:00.000Z',
  commit: 'abc1234',
}
const mutant = {
  mutant: 'some-mutant',
  isDetected: true,
  message: '3 writes are lost',
  endedAt: '2026-11-23T00:00:00.000Z',
}
const rowOf = (table: string) => table.split('\n').at(-1)

test('shows the summary of a promise, the verdict, the date and the commit', () => {
  const part = { ...report, summary: 'all | well' }
  expect(rowOf(tableOfParts([report], [part]))).toBe(
    '| `some-part` | all \\| well | ✓ | 2026-11-23, abc1234 |',
  )
})

test('marks neither skipped nor failed parts as passed', () => {
  const skipped = ['nginx is missing']
  expect(tableOfParts([{ ...report, skipped }], [report])).toContain(
    '| skipped: nginx is missing |',
  )
  expect(tableOfParts([{ ...report, passed: false, skipped }], [report])).toContain('| ✗ |')
})

test('marks a result that was recorded for another promise', () => {
  const today = [{ ...report, promise: 'no write is lost or duplicated' }]
  expect(tableOfParts([report], today)).toContain(
    '| no write is lost or duplicated | ✓ (earlier promise) |',
  )
})

test('marks a part that was recorded in its short form or with fewer runs', () => {
  expect(tableOfParts([{ ...report, size: 'short', runs: 1 }], [report])).toContain(
    'abc1234, short form, 1 of 5 runs |',
  )
  expect(tableOfParts([{ ...report, runs: 1 }], [{ ...report, runs: 1 }])).toContain('abc1234 |')
})

test('shows whether each part that must fail detected the mutant', () => {
  const one = { name: 'some-mutant', what: 'forgets', edits: [], caughtBy: { 'some-part': /lost/ } }
  const two = { ...one, caughtBy: { 'some-part': /lost/, other: /lost/ } }
  const seen = { ...report, mutants: [mutant] }
  expect(rowOf(tableOfMutants([one], [seen]))).toBe('| forgets | `some-part` | ✓ 2026-11-23 |')
  expect(rowOf(tableOfMutants([two], [seen]))).toBe(
    '| forgets | `some-part`, `other` | not recorded |',
  )
  const missed = { ...report, mutants: [{ ...mutant, isDetected: false }] }
  expect(rowOf(tableOfMutants([one], [missed]))).toBe('| forgets | `some-part` | ✗ 2026-11-23 |')
})

test('refuses a page that has lost a section', () => {
  expect(() => updatePage('# Reliability', [])).toThrow('no section')
})
