import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chooseNamed } from '@/bench/choose-named'
import { tellGranted } from '@/tools/prove/parts/redis-away'
import { readRuns } from './command-line'
import { mutants } from './mutants'
import { parts } from './parts'
import { applyEdit, judgeMutant, sumUpMutants } from './prove-mutants'

const sign = /^\d+ writes are lost$/
const nothing = { held: false, broken: [], thrown: [], untried: [] }

test('a mutant is seen by the promise that it must break, and by no other fault', () => {
  const seen = judgeMutant({ ...nothing, broken: ['an answer was 500', '3 writes are lost'] }, sign)
  expect(seen).toEqual({ isSeen: true, said: '3 writes are lost' })
  expect(judgeMutant({ ...nothing, broken: ['an answer was 500'] }, sign)).toEqual({
    isSeen: false,
    said: 'something else: an answer was 500',
  })
})

test('what threw, held, or was not tried has not seen it', () => {
  const threw = judgeMutant({ ...nothing, thrown: ['3 writes are lost'] }, sign)
  expect(threw).toEqual({ isSeen: false, said: 'it threw: 3 writes are lost' })
  expect(judgeMutant({ ...nothing, held: true }, sign)).toEqual({
    isSeen: false,
    said: 'nothing: it held',
  })
  expect(judgeMutant({ ...nothing, held: true, untried: ['no nginx'] }, sign)).toEqual({
    isSeen: false,
    said: 'not tried: no nginx',
  })
})

test('the last line says that every mutant was caught only where some were tried, and all of them seen', () => {
  const report = { mutant: 'some-mutant', isSeen: true, said: '', endedAt: '' }
  expect(sumUpMutants([])).toBe('no mutant was tried')
  expect(sumUpMutants([{ part: 'one', report }])).toBe('every mutant was caught: 1 of 1')
  expect(sumUpMutants([{ part: 'one', report: { ...report, isSeen: false } }])).toBe(
    'not caught: some-mutant by one',
  )
})

test.each(mutants)('the edits of $name apply to the sources', ({ edits }) => {
  const sources = new Map<string, string>()
  for (const edit of edits) {
    const source = sources.get(edit.file) ?? readFileSync(edit.file, 'utf8')
    const edited = applyEdit(source, edit)
    expect(edited).not.toBe(source)
    sources.set(edit.file, edited)
  }
})

test('an edit ignores formatting and refuses text that is missing or ambiguous', () => {
  const edit = { file: 'a.ts', find: 'f(a, b)', replace: 'g($&)' }
  expect(applyEdit('x = f(a,\n  b)', edit)).toBe('x = g($&)')
  expect(() => applyEdit('x = f(a)', edit)).toThrow('a.ts contains 0 times')
  expect(() => applyEdit('f(a, b) f(a, b)', edit)).toThrow('a.ts contains 2 times')
})

test('every mutant names parts that there are', () => {
  const known = parts.map(({ name }) => name)
  expect(
    mutants
      .flatMap(({ caughtBy }) => Object.keys(caughtBy))
      .filter((name) => !known.includes(name)),
  ).toEqual([])
})

test('a limiter that grants without Redis is seen by what the part says of it', () => {
  const sign = mutants.find(({ name }) => name === 'time-out-for-a-yes')?.caughtBy['redis-away']
  expect(tellGranted(181, 'reads')).toMatch(sign ?? 'no such mutant')
  expect(tellGranted(181, 'writes')).toMatch(sign ?? 'no such mutant')
})

test('a name that nothing has is refused, among parts and among mutants', () => {
  expect(() => chooseNamed(mutants, ['own-purges-alone', 'wrong-name'], 'mutant')).toThrow(
    'There is no mutant wrong-name. There are: time-out',
  )
  expect(chooseNamed(mutants, ['own-purges-alone'], 'mutant').map(({ name }) => name)).toEqual([
    'own-purges-alone',
  ])
  expect(chooseNamed(mutants, [], 'mutant')).toHaveLength(mutants.length)
})

test.each(['0', '-1', 'x', '', '1.5', ' 5', '1e1', 'Infinity'])(
  '--runs %j is refused: what never ran would hold',
  (runs) => {
    expect(() => readRuns(runs)).toThrow('--runs takes a whole number')
  },
)

test('--runs 5 is five', () => expect(readRuns('5')).toBe(5))
