import { expect, test } from 'vitest'
import { Findings, type Outcome, type Part } from '@/tools/prove/part'
import { type PartReport, partReport, reportOf, summarize } from './report'

const part: Part = {
  name: 'some-part',
  promise: 'no write is lost',
  prove: () => Promise.resolve(new Findings()),
}
const good: Outcome = { failures: [], figures: {}, tally: { requests: 10, faults: 5 } }
const proved = {
  size: 'short',
  seconds: 1,
  endedAt: '2026-11-23T00:00:00.000Z',
  commit: 'abc1234',
} as const

const named = (name: string, ...outcomes: Outcome[]): PartReport =>
  reportOf({ ...part, name }, outcomes, proved)
const lastLineOf = (...reports: PartReport[]) => summarize(reports).split('\n').at(-1)

test('a part that never ran has not passed', () => {
  const report = reportOf(part, [], proved)
  expect(report).toMatchObject({ passed: false, runs: 0 })
  expect(summarize([report])).toContain('✗ some-part: it did not run')
})

test('a part passes only if no run failed or threw', () => {
  expect(reportOf(part, [good, good], proved)).toMatchObject({ passed: true, runs: 2 })
  expect(
    reportOf(part, [good, { ...good, failures: ['recovery took 9 s'] }], proved),
  ).toMatchObject({
    passed: false,
    failures: ['recovery took 9 s'],
  })
  const threw = reportOf(part, [{ ...good, errors: ['no such file'] }], proved)
  expect(threw).toMatchObject({ passed: false, failures: [], errors: ['no such file'] })
  expect(summarize([threw])).toContain('✗ some-part: no such file')
})

test('reports the worst value of all runs in either direction', () => {
  const measuring = (back: number, throughput: number): Outcome => {
    const findings = new Findings()
    findings.measure('recovery', back, 'ms')
    findings.measure('throughput', throughput, 'requests/s', 'lower')
    return findings
  }
  const { figures } = reportOf(
    part,
    [measuring(10, 400), measuring(30, 300), measuring(20, 350)],
    proved,
  )
  expect([figures.recovery?.value, figures.throughput?.value]).toEqual([30, 300])
})

test('sums figures without a worse direction over all runs', () => {
  const outcomeWith404s = (times: number): Outcome => {
    const findings = new Findings()
    for (const count of [times, 1]) findings.measure('404', count, '', 'neither')
    return findings
  }
  expect(
    reportOf(part, [outcomeWith404s(10), outcomeWith404s(20)], proved).figures['404']?.value,
  ).toBe(32)
})

test('counts faults of passed runs only, but losses of every run', () => {
  const broken = {
    ...good,
    failures: ['1 of 2 acknowledged writes are lost'],
    tally: { requests: 10, faults: 5, lost: 1 },
  }
  const { tally } = reportOf(part, [good, broken], proved)
  expect(tally).toMatchObject({ requests: 20, faults: 5, lost: 1 })
})

test('the last line names skipped parts and claims success only if all parts passed', () => {
  const untried = { ...good, tally: {}, skipped: ['nginx is missing'] }
  expect(lastLineOf(named('one', good))).toMatch(
    /^all parts passed: 10 requests · 5 faults survived · 0 invalid inputs · 0 lost, /,
  )
  expect(lastLineOf(named('one', good), named('other', untried))).toMatch(
    /^all completed parts passed \(skipped: other\): /,
  )
  expect(lastLineOf(named('other', untried))).toMatch(/^no part was completed \(skipped: other\): /)
  expect(lastLineOf(named('one', { ...good, failures: ['no'] }), named('other', untried))).toMatch(
    /^1 of 2 parts failed \(skipped: other\): /,
  )
})

test('a report survives serialization with a missing figure', () => {
  const findings = new Findings()
  findings.measure('recovery', Number.POSITIVE_INFINITY, 'ms')
  const reports = [
    named('good', good),
    named('never back', findings),
    named('untried', { ...good, skipped: ['no root'] }),
  ]
  const written: unknown = JSON.parse(
    JSON.stringify({ parts: reports.map(({ name }) => name), reports }),
  )
  expect(partReport.array().parse(Reflect.get(Object(written), 'reports'))).toEqual(reports)
})

test('reads older records without newer fields', () => {
  const { errors, commit, ...older } = named('good', good)
  expect(partReport.parse(older)).toEqual({ ...older, errors: [] })
})
