import { expect, test } from 'vitest'
import { keepMutants, keepStronger } from './keep-stronger'
import type { PartReport } from './report'
import {
  listOfMachines,
  listsOfFigures,
  sharesOf,
  tableOfMutants,
  tableOfParts,
} from './report-tables'

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

test.each(weaker)(
  '%s does not take the place of five full runs, and says so',
  (_, fields, words) => {
    const { kept, refused } = keepStronger([full], [{ ...full, ...later, ...fields }])
    expect([...kept.values()]).toEqual([full])
    expect(refused).toEqual([`some-part stays recorded as 5 full: ${words} says less`])
  },
)

test.each(weaker.filter(([, { untried }]) => !untried))(
  '%s that did not hold takes the place of five full runs that did',
  (_, fields) => {
    const failed = { ...full, ...later, ...fields, held: false, broken: ['it was lost'] }
    expect(keepStronger([full], [failed])).toEqual({
      kept: new Map([[full.name, failed]]),
      refused: [],
    })
  },
)

test.each(weaker)('%s does not take the place of five full runs that did not hold', (_, fields) => {
  const failed = { ...full, held: false, broken: ['it was lost'] }
  const { kept, refused } = keepStronger([failed], [{ ...full, ...later, ...fields }])
  expect(kept.get('some-part')).toEqual(failed)
  expect(refused).toHaveLength(1)
})

test('as many full runs do, and so does whatever was never recorded', () => {
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

test('what held another promise holds none of this one', () => {
  const fresh = { ...full, ...later, promise: 'all goes better', runs: 1 }
  expect(keepStronger([full], [fresh])).toEqual({
    kept: new Map([[full.name, fresh]]),
    refused: [],
  })
})

test('other words clear no failure by fewer runs', () => {
  const failed = { ...full, held: false, broken: ['it was lost'] }
  const { kept, refused } = keepStronger(
    [failed],
    [{ ...full, ...later, promise: 'all goes better', runs: 1 }],
  )
  expect(kept.get('some-part')).toEqual(failed)
  expect(refused).toHaveLength(1)
})

test('what a part said of mutants outlives its new figures, and is replaced when they are tried again', () => {
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

test('the table says at which commit, and ticks neither what was not tried nor what broke', () => {
  expect(tableOfParts([{ ...full, ...later }], [full])).toContain(
    '| ✓ |  | 5 | 1 min | 2026-11-23, abc1234 |',
  )
  expect(tableOfParts([{ ...full, untried: ['nginx is missing'] }], [full])).toContain(
    '| not tried: nginx is missing |  | – |',
  )
  expect(tableOfParts([{ ...full, held: false, untried: ['nginx is missing'] }], [full])).toContain(
    '| ✗ |',
  )
})

test('what held other words than a part promises today is no tick of these', () => {
  const today = [{ ...full, promise: 'all goes better' }]
  expect(tableOfParts([full], today)).toContain('| all goes well | ✓ of an older promise |')
  expect(tableOfParts([{ ...full, held: false }], today)).toContain('| ✗ of an older promise |')
})

test('the table tells as many figures as can be read, and all of them stand below it', () => {
  const figures = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [
      `a|b ${n}`,
      { value: n, unit: 'ms', worse: 'higher' as const },
    ]),
  )
  const report = { ...full, figures }
  expect(tableOfParts([report], [full])).toContain('a\\|b 9 9 ms; all 12 below |')
  expect(listsOfFigures([full, report], [full])).toMatch(
    /^<details>\n<summary><code>some-part<\/code>: 12 figures<\/summary>\n\n[\s\S]*\| a\\\|b 11 \| 11 ms \|\n\n<\/details>$/,
  )
})

test('the table of mutants says what each part said of them, and of which nothing is recorded', () => {
  const one = {
    name: 'some-mutant',
    what: 'forgets',
    edits: [],
    caughtBy: { 'some-part': /lost/, other: /lost/ },
  }
  expect(
    tableOfMutants([one], [{ ...full, mutants: [{ ...mutant, said: 'a | b\nc' }] }])
      .split('\n')
      .at(-1),
  ).toBe(
    '| forgets | `some-part`, `other` | ✓ a \\| b c<br>not recorded yet | 2026-11-23, abc1234 |',
  )
})

test('of a count is told which parts most of it is of', () => {
  const some = { ...full, name: 'some', tally: { ...full.tally, faults: 20 } }
  const most = { ...full, name: 'most', tally: { ...full.tally, faults: 4_000 } }
  expect(sharesOf([full, some, most], 'faults')).toBe('`most` 4,000, `some` 20')
})

test('each machine is told once, with all that was recorded on it', () => {
  const machine = '2 × a processor'
  const reports = [
    { ...full, machine },
    { ...full, name: 'older' },
    { ...full, name: 'other', machine },
  ]
  expect(listOfMachines(reports)).toBe(
    '- 2 × a processor: `some-part`, `other`\n- not noted: `older`',
  )
})
