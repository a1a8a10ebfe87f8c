import { expect, test } from 'vitest'
import { keepMutants, keepStronger } from './merge-reports'
import type { PartReport } from './report'

const full: PartReport = {
  name: 'some-part',
  promise: 'all goes well',
  size: 'full',
  runs: 5,
  held: true,
  broken: [],
  thrown: [],
  untried: [],
  late: [],
  figures: {},
  tally: { requests: 0, faults: 0, badInputs: 0, lost: 0, ghosts: 0, doubles: 0 },
  seconds: 1,
  endedAt: '2026-11-22T00:00:00.000Z',
}
const later = { endedAt: '2026-11-23T00:00:00.000Z', commit: 'abc1234' }
const mutant = {
  mutant: 'some-mutant',
  isSeen: true,
  said: '3 of 9 acknowledged writes are lost',
  ...later,
}

const weaker: [string, Partial<PartReport>, string][] = [
  ['a short run', { size: 'short', runs: 1 }, '1 short'],
  ['five short runs', { size: 'short' }, '5 short'],
  ['fewer full runs', { runs: 1 }, '1 full'],
  ['what could not be tried', { untried: ['nginx is missing'] }, 'not tried'],
]

test.each(weaker)('%s does not replace five full runs and reports this', (_, fields, words) => {
  const { kept, refused } = keepStronger([full], [{ ...full, ...later, ...fields }])
  expect([...kept.values()]).toEqual([full])
  expect(refused).toEqual([`some-part stays recorded as 5 full: ${words} says less`])
})

test.each(weaker.filter(([, { untried }]) => !untried))(
  '%s that failed replaces five full runs that passed',
  (_, fields) => {
    const failed = { ...full, ...later, ...fields, held: false, broken: ['it was lost'] }
    expect(keepStronger([full], [failed])).toEqual({
      kept: new Map([[full.name, failed]]),
      refused: [],
    })
  },
)

test.each(weaker)('%s does not replace five full runs that failed', (_, fields) => {
  const failed = { ...full, held: false, broken: ['it was lost'] }
  const { kept, refused } = keepStronger([failed], [{ ...full, ...later, ...fields }])
  expect(kept.get('some-part')).toEqual(failed)
  expect(refused).toHaveLength(1)
})

test('the same number of full runs replaces a report, and a new part is always recorded', () => {
  for (const [known, fresh] of [
    [true, true],
    [false, true],
    [true, false],
  ] as const)
    expect(
      keepStronger([{ ...full, held: known }], [{ ...full, ...later, held: fresh }]).kept.get(
        'some-part',
      ),
    ).toMatchObject({
      held: fresh,
      ...later,
    })
  const short = { ...full, name: 'other', size: 'short', runs: 1 } as const
  expect(keepStronger([full], [short])).toEqual({
    kept: new Map([full, short].map((report) => [report.name, report])),
    refused: [],
  })
})

test('a result for another promise is replaced by fewer runs', () => {
  const fresh = { ...full, ...later, promise: 'all goes better', runs: 1 }
  expect(keepStronger([full], [fresh])).toEqual({
    kept: new Map([[full.name, fresh]]),
    refused: [],
  })
})

test('rewording the promise does not clear a failure with fewer runs', () => {
  const failed = { ...full, held: false, broken: ['it was lost'] }
  const { kept, refused } = keepStronger(
    [failed],
    [{ ...full, ...later, promise: 'all goes better', runs: 1 }],
  )
  expect(kept.get('some-part')).toEqual(failed)
  expect(refused).toHaveLength(1)
})

test('keeps mutant results when a part is measured again and replaces them when retried', () => {
  const [, recorded] = [...keepMutants([full], [{ part: 'some-part', report: mutant }])][0] ?? []
  if (!recorded) throw new Error('it was not recorded')
  expect(recorded.mutants).toEqual([mutant])
  const { kept } = keepStronger([recorded], [{ ...full, ...later }])
  expect(kept.get('some-part')).toMatchObject({ ...later, mutants: [mutant] })
  const again = { ...mutant, isSeen: false, said: 'nothing: it held' }
  expect(
    keepMutants([recorded], [{ part: 'some-part', report: again }]).get('some-part')?.mutants,
  ).toEqual([again])
})
