import path from 'node:path'
import { expect, test } from 'vitest'
import type { Outcome } from '@/tools/prove/part'
import { reportOf } from '@/tools/prove/report/report'
import {
  durationsOfPlaywright,
  durationsOfVitest,
  outcomeOfPlaywright,
  outcomeOfProof,
  outcomeOfVitest,
} from './test-reports'

const file = path.resolve('lib/day.test.ts')

test('names a failed test by its file, its title and the first line of its reason', () => {
  const assertionResults = [
    { fullName: 'days follow', status: 'passed', failureMessages: [] },
    { fullName: 'weeks follow', status: 'failed', failureMessages: ['Error: not so\n    at here'] },
  ]
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [{ name: file, status: 'failed', message: '', assertionResults }],
  }
  expect(outcomeOfVitest(report)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['lib/day.test.ts: weeks follow: Error: not so'],
    skipped: [],
  })
})

test('names skipped tests', () => {
  const skipped = { fullName: 'months follow', status: 'skipped', failureMessages: [] }
  const testResults = [{ name: file, status: 'passed', message: '', assertionResults: [skipped] }]
  const report = { numPassedTests: 0, numFailedTests: 0, testResults }
  expect(outcomeOfVitest(report).skipped).toEqual(['lib/day.test.ts: months follow'])
})

test('returns the duration of every test', () => {
  const slow = {
    fullName: 'years follow',
    status: 'passed',
    failureMessages: [],
    duration: 1_234.5,
  }
  const testResults = [{ name: file, status: 'passed', message: '', assertionResults: [slow] }]
  const report = { numPassedTests: 1, numFailedTests: 0, testResults }
  expect(durationsOfVitest(report)).toEqual([
    { name: 'lib/day.test.ts: years follow', ms: 1_234.5 },
  ])
})

test('reports a timeout', () => {
  const cutOff = {
    fullName: 'weeks follow',
    status: 'failed',
    failureMessages: ['Error: STACK_TRACE_ERROR\n    at task'],
  }
  const report = {
    numPassedTests: 0,
    numFailedTests: 1,
    testResults: [{ name: file, status: 'failed', assertionResults: [cutOff] }],
  }
  expect(outcomeOfVitest(report).failures).toEqual([
    'lib/day.test.ts: weeks follow: the test timed out',
  ])
})

test('reports a file that failed before its tests', () => {
  const broken = {
    name: file,
    status: 'failed',
    message: 'Cannot find module\nmore',
    assertionResults: [],
  }
  const fine = { name: file, status: 'passed', message: '', assertionResults: [] }
  const report = { numPassedTests: 0, numFailedTests: 0, testResults: [broken, fine] }
  expect(outcomeOfVitest(report).failures).toEqual(['lib/day.test.ts: Cannot find module'])
})

test('finds nested failed browser tests, skipped tests, and errors outside tests', () => {
  const spec = (title: string, status: string, errors: object[] = []) => ({
    title,
    file: 'admin.spec.ts',
    line: 12,
    tests: [{ status, results: [{ errors }] }],
  })
  const late = [
    { message: '\u001B[31mTest timeout\u001B[39m' },
    { message: 'click: waiting\nCall log', location: { line: 14 } },
  ]
  const report = {
    config: { rootDir: path.resolve('e2e') },
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 1 },
    suites: [
      {
        specs: [spec('opens', 'expected')],
        suites: [{ specs: [spec('closes', 'unexpected', late), spec('turns', 'skipped')] }],
      },
    ],
    errors: [{ message: 'no browser\nat all' }],
  }
  const failures = [
    'e2e/admin.spec.ts:12: closes: Test timeout: click: waiting (line 14)',
    'e2e/admin.spec.ts:12: turns',
    'no browser',
  ]
  expect(outcomeOfPlaywright(report)).toEqual({ passed: 1, failed: 2, failures, skipped: [] })
})

test('counts a browser test that says what the machine lacks as skipped, not as failed', () => {
  const annotations = [{ type: 'skip', description: 'needs Java' }]
  const tests = [{ status: 'skipped', annotations, results: [{ duration: 0 }] }]
  const report = {
    config: { rootDir: path.resolve('e2e') },
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 1 },
    suites: [{ specs: [{ title: 'is valid', file: 'html.spec.ts', line: 3, tests }] }],
  }
  expect(outcomeOfPlaywright(report)).toEqual({
    passed: 0,
    failed: 0,
    failures: [],
    skipped: ['e2e/html.spec.ts:3: is valid (needs Java)'],
  })
})

test('returns the duration of every browser test', () => {
  const tests = [{ status: 'expected', results: [{ duration: 2_500 }] }]
  const report = {
    config: { rootDir: path.resolve('e2e') },
    stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 },
    suites: [{ specs: [{ title: 'opens', file: 'admin.spec.ts', line: 3, tests }] }],
  }
  expect(durationsOfPlaywright(report)).toEqual([{ name: 'e2e/admin.spec.ts: opens', ms: 2_500 }])
})

test('a failed or interrupted part of the reliability suite counts, a skipped one does not', () => {
  const info = { size: 'short', seconds: 1, endedAt: '' } as const
  const report = (name: string, outcome: Partial<Outcome>) => {
    const whole = { failures: [], figures: {}, tally: {}, ...outcome }
    return reportOf({ name, promise: '', prove: async () => whole }, [whole], info)
  }
  const reports = [
    report('passed', {}),
    report('broken', { failures: ['a lost view'] }),
    report('skipped', { skipped: ['no nginx'] }),
  ]
  expect(outcomeOfProof({ parts: ['passed', 'broken', 'skipped', 'cut off'], reports })).toEqual({
    passed: 1,
    failed: 2,
    failures: ['npm run prove -- broken', 'npm run prove -- cut off'],
  })
})
