import path from 'node:path'
import { expect, test } from 'vitest'
import { failedInPlaywright, failedInVitest } from './failed-tests'

const file = path.resolve('lib/day.test.ts')

test('a failed test is named by its file, its name and its reason’s first line', () => {
  const assertionResults = [
    { fullName: 'days follow', status: 'passed', failureMessages: [] },
    { fullName: 'weeks follow', status: 'failed', failureMessages: ['Error: not so\n    at here'] },
  ]
  expect(failedInVitest({ testResults: [{ name: file, status: 'failed', message: '', assertionResults }] })).toEqual([
    'lib/day.test.ts: weeks follow: Error: not so',
  ])
})

test('so is a file that broke before its tests', () => {
  const broken = { name: file, status: 'failed', message: 'Cannot find module\nmore', assertionResults: [] }
  const fine = { name: file, status: 'passed', message: '', assertionResults: [] }
  expect(failedInVitest({ testResults: [broken, fine] })).toEqual(['lib/day.test.ts: Cannot find module'])
})

test('a browser test is found however deep it stands, one that was left out too, and an error outside of all of them is told', () => {
  const spec = (title: string, status: string) => ({ title, file: 'desk.spec.ts', line: 12, tests: [{ status }] })
  const report = {
    config: { rootDir: path.resolve('e2e') },
    suites: [{ specs: [spec('opens', 'expected')], suites: [{ specs: [spec('closes', 'unexpected'), spec('turns', 'skipped')] }] }],
    errors: [{ message: 'no browser\nat all' }],
  }
  expect(failedInPlaywright(report)).toEqual(['e2e/desk.spec.ts:12: closes', 'e2e/desk.spec.ts:12: turns', 'no browser'])
})
