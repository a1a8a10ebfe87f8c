import { beforeEach, expect, test, vi } from 'vitest'
import { Findings, type Part } from './part'
import { runPart } from './run-part'

// Silences the progress output.
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

const prove = (part: Pick<Part, 'prove'>, size: 'full' | 'short' = 'short') =>
  runPart(
    { name: 'some-part', promise: 'no write is lost', ...part },
    { size, runs: 2, checkout: process.cwd() },
  )

test('reports an error of a run once and apart from failures', async () => {
  const fault = new Error('no such file')
  const report = await prove({
    prove: (scene) => {
      scene.onEnd(() => Promise.reject(fault))
      return Promise.reject(fault)
    },
  })
  expect(report).toMatchObject({ passed: false, runs: 2, failures: [] })
  expect(report.errors.map((error) => error.split('\n')[0])).toEqual([
    'Error: no such file',
    'Error: no such file',
  ])
})

test('keeps the findings if only the end of the scene throws', async () => {
  const report = await prove({
    prove: (scene) => {
      const findings = new Findings()
      findings.expect(false, '1 of 2 acknowledged writes are lost')
      scene.onEnd(() => Promise.reject(new Error('it did not end')))
      return Promise.resolve(findings)
    },
  })
  expect(report.failures).toEqual([
    '1 of 2 acknowledged writes are lost',
    '1 of 2 acknowledged writes are lost',
  ])
  expect(report.errors).toHaveLength(2)
})

test('fails for a broken promise about time only in the full suite', async () => {
  const late: Pick<Part, 'prove'> = {
    prove: () => {
      const findings = new Findings()
      findings.expectInTime(false, 'it took 4,000 ms')
      return Promise.resolve(findings)
    },
  }
  expect(await prove(late)).toMatchObject({ passed: true, failures: [] })
  expect(await prove(late, 'full')).toMatchObject({
    passed: false,
    failures: ['it took 4,000 ms', 'it took 4,000 ms'],
  })
})
