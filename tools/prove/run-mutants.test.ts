import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chooseNamed } from '@/bench/support/select-by-name'
import { describeGranted } from '@/tools/prove/parts/redis-unavailable'
import { readRuns } from './command-line'
import { mutants } from './mutants'
import { parts } from './parts'
import { applyEdit, judgeMutant, sumUpMutants } from './run-mutants'

const sign = /^\d+ writes are lost$/
const nothing = { held: false, broken: [], thrown: [], untried: [] }

test('detects a mutant only by the promise that it must break', () => {
  const seen = judgeMutant({ ...nothing, broken: ['an answer was 500', '3 writes are lost'] }, sign)
  expect(seen).toEqual({ isSeen: true, said: '3 writes are lost' })
  expect(judgeMutant({ ...nothing, broken: ['an answer was 500'] }, sign)).toEqual({
    isSeen: false,
    said: 'something else: an answer was 500',
  })
})

test('does not count errors, passed and skipped runs as detection', () => {
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

test('reports that all mutants were caught only if some were tried and all detected', () => {
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

test('every mutant names existing parts', () => {
  const known = parts.map(({ name }) => name)
  expect(
    mutants
      .flatMap(({ caughtBy }) => Object.keys(caughtBy))
      .filter((name) => !known.includes(name)),
  ).toEqual([])
})

test('the sign of a limiter that grants without Redis matches the report of the part', () => {
  const sign = mutants.find(({ name }) => name === 'time-out-for-a-yes')?.caughtBy['redis-away']
  expect(describeGranted(181, 'reads')).toMatch(sign ?? 'no such mutant')
  expect(describeGranted(181, 'writes')).toMatch(sign ?? 'no such mutant')
})

test('rejects unknown names of parts and mutants', () => {
  expect(() => chooseNamed(mutants, ['own-purges-alone', 'wrong-name'], 'mutant')).toThrow(
    'There is no mutant wrong-name. There are: time-out',
  )
  expect(chooseNamed(mutants, ['own-purges-alone'], 'mutant').map(({ name }) => name)).toEqual([
    'own-purges-alone',
  ])
  expect(chooseNamed(mutants, [], 'mutant')).toHaveLength(mutants.length)
})

test.each(['0', '-1', 'x', '', '1.5', ' 5', '1e1', 'Infinity'])('rejects --runs %j', (runs) => {
  expect(() => readRuns(runs)).toThrow('--runs takes a whole number')
})

test('accepts --runs 5', () => expect(readRuns('5')).toBe(5))
