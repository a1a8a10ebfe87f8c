import { expect, test } from 'vitest'
import { exampleReport as full } from './example-report'
import { mergeMutantResults, mergeReports } from './merge-reports'
import type { PartReport } from './report'

const later = { endedAt: '2026-11-23T00:00:00.000Z', commit: 'abc1234' }
const mutant = {
  mutant: 'some-mutant',
  isDetected: true,
  message: '3 of 9 acknowledged writes are lost',
  ...later,
}

const weaker: [string, Partial<PartReport>, string][] = [
  ['a short run', { size: 'short', runs: 1 }, '1 short'],
  ['five short runs', { size: 'short' }, '5 short'],
  ['fewer full runs', { runs: 1 }, '1 full'],
  ['a skipped run', { skipped: ['nginx is missing'] }, 'skipped'],
]

test.each(weaker)(
  '%s does not replace five full runs and reports this',
  (_, fields, description) => {
    const { merged, refused } = mergeReports([full], [{ ...full, ...later, ...fields }])
    expect([...merged.values()]).toEqual([full])
    expect(refused).toEqual([
      `some-part keeps its record (5 full): the new result (${description}) is weaker`,
    ])
  },
)

test.each(weaker.filter(([, { skipped }]) => !skipped))(
  '%s that failed replaces five full runs that passed',
  (_, fields) => {
    const failed = { ...full, ...later, ...fields, passed: false, failures: ['a write was lost'] }
    expect(mergeReports([full], [failed])).toEqual({
      merged: new Map([[full.name, failed]]),
      refused: [],
    })
  },
)

test.each(weaker)('%s does not replace five full runs that failed', (_, fields) => {
  const failed = { ...full, passed: false, failures: ['a write was lost'] }
  const { merged, refused } = mergeReports([failed], [{ ...full, ...later, ...fields }])
  expect(merged.get('some-part')).toEqual(failed)
  expect(refused).toHaveLength(1)
})

test('the same number of full runs replaces a report, and a new part is always recorded', () => {
  for (const [known, fresh] of [
    [true, true],
    [false, true],
    [true, false],
  ] as const)
    expect(
      mergeReports([{ ...full, passed: known }], [{ ...full, ...later, passed: fresh }]).merged.get(
        'some-part',
      ),
    ).toMatchObject({
      passed: fresh,
      ...later,
    })
  const short = { ...full, name: 'other', size: 'short', runs: 1 } as const
  expect(mergeReports([full], [short])).toEqual({
    merged: new Map([full, short].map((report) => [report.name, report])),
    refused: [],
  })
})

test('a result for another promise is replaced by fewer runs', () => {
  const fresh = { ...full, ...later, promise: 'no write is lost or duplicated', runs: 1 }
  expect(mergeReports([full], [fresh])).toEqual({
    merged: new Map([[full.name, fresh]]),
    refused: [],
  })
})

test('rewording the promise does not clear a failure with fewer runs', () => {
  const failed = { ...full, passed: false, failures: ['a write was lost'] }
  const { merged, refused } = mergeReports(
    [failed],
    [{ ...full, ...later, promise: 'no write is lost or duplicated', runs: 1 }],
  )
  expect(merged.get('some-part')).toEqual(failed)
  expect(refused).toHaveLength(1)
})

test('keeps mutant results when a part is measured again and replaces them when retried', () => {
  const [, recorded] =
    [...mergeMutantResults([full], [{ part: 'some-part', report: mutant }])][0] ?? []
  if (!recorded) throw new Error('it was not recorded')
  expect(recorded.mutants).toEqual([mutant])
  const { merged } = mergeReports([recorded], [{ ...full, ...later }])
  expect(merged.get('some-part')).toMatchObject({ ...later, mutants: [mutant] })
  const again = { ...mutant, isDetected: false, message: 'no failure: the part passed' }
  expect(
    mergeMutantResults([recorded], [{ part: 'some-part', report: again }]).get('some-part')
      ?.mutants,
  ).toEqual([again])
})
