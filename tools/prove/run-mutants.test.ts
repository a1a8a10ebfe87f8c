import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { selectByName } from '@/bench/support/select-by-name'
import { describeGranted } from '@/tools/prove/parts/redis-unavailable'
import { readRuns } from './command-line'
import { mutants } from './mutants'
import { parts } from './parts'
import { applyEdit, evaluateMutant, summarizeMutants } from './run-mutants'

const pattern = /^\d+ writes are lost$/
const nothing = { passed: false, failures: [], errors: [], skipped: [] }

test('detects a mutant only by the promise that it must break', () => {
  const seen = evaluateMutant(
    { ...nothing, failures: ['a response was 500', '3 writes are lost'] },
    pattern,
  )
  expect(seen).toEqual({ isDetected: true, message: '3 writes are lost' })
  expect(evaluateMutant({ ...nothing, failures: ['a response was 500'] }, pattern)).toEqual({
    isDetected: false,
    message: 'unexpected failure: a response was 500',
  })
})

test('does not count errors, passed and skipped runs as detection', () => {
  const threw = evaluateMutant({ ...nothing, errors: ['3 writes are lost'] }, pattern)
  expect(threw).toEqual({ isDetected: false, message: 'error: 3 writes are lost' })
  expect(evaluateMutant({ ...nothing, passed: true }, pattern)).toEqual({
    isDetected: false,
    message: 'no failure: the part passed',
  })
  expect(evaluateMutant({ ...nothing, passed: true, skipped: ['no nginx'] }, pattern)).toEqual({
    isDetected: false,
    message: 'skipped: no nginx',
  })
})

test('reports that all mutants were detected only if at least one was tested', () => {
  const report = { mutant: 'some-mutant', isDetected: true, message: '', endedAt: '' }
  expect(summarizeMutants([])).toBe('no mutants were tested')
  expect(summarizeMutants([{ part: 'one', report }])).toBe('all mutants detected: 1 of 1')
  expect(summarizeMutants([{ part: 'one', report: { ...report, isDetected: false } }])).toBe(
    'not detected: some-mutant by one',
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
  expect(() => applyEdit('x = f(a)', edit)).toThrow('expected one match in a.ts, found 0')
  expect(() => applyEdit('f(a, b) f(a, b)', edit)).toThrow('expected one match in a.ts, found 2')
})

test('every mutant names existing parts', () => {
  const known = parts.map(({ name }) => name)
  expect(
    mutants
      .flatMap(({ caughtBy }) => Object.keys(caughtBy))
      .filter((name) => !known.includes(name)),
  ).toEqual([])
})

test('the pattern of limiter-timeout-allows matches the failure of the part', () => {
  const pattern = mutants.find(({ name }) => name === 'limiter-timeout-allows')?.caughtBy[
    'redis-unavailable'
  ]
  expect(describeGranted(181, 'reads')).toMatch(pattern ?? 'no such mutant')
  expect(describeGranted(181, 'writes')).toMatch(pattern ?? 'no such mutant')
})

test('rejects unknown names of parts and mutants', () => {
  expect(() =>
    selectByName(mutants, ['ignores-remote-invalidations', 'wrong-name'], 'mutant'),
  ).toThrow('Unknown mutant: wrong-name. Known names: limiter-timeout')
  expect(
    selectByName(mutants, ['ignores-remote-invalidations'], 'mutant').map(({ name }) => name),
  ).toEqual(['ignores-remote-invalidations'])
  expect(selectByName(mutants, [], 'mutant')).toHaveLength(mutants.length)
})

test.each(['0', '-1', 'x', '', '1.5', ' 5', '1e1', 'Infinity'])('rejects --runs %j', (runs) => {
  expect(() => readRuns(runs)).toThrow('--runs takes an integer')
})

test('accepts --runs 5', () => expect(readRuns('5')).toBe(5))
