import { expect, test } from 'vitest'
import { Findings } from './part'

test('keeps the worse of two measurements of a figure in a run', () => {
  const findings = new Findings()
  for (const ms of [20, 90, 40]) findings.measure('longest response', ms, 'ms')
  for (const share of [0.9, 0.2, 0.5]) findings.measure('reads served', share, '', 'lower')
  expect(findings.figures).toEqual({
    'longest response': { value: 90, unit: 'ms', worse: 'higher' },
    'reads served': { value: 0.2, unit: '', worse: 'lower' },
  })
  expect(findings.failures).toEqual([])
})

test('reports a missing measurement as a broken promise and keeps the existing figure', () => {
  const findings = new Findings()
  findings.measure('recovery', 300, 'ms')
  findings.measure('recovery', Number.POSITIVE_INFINITY, 'ms')
  findings.measure('served', Number.NaN, '', 'lower')
  expect(findings.failures).toEqual([
    '“recovery” was not reached in time',
    'no measurement of “served” was recorded',
  ])
  expect(findings.figures).toEqual({ recovery: { value: 300, unit: 'ms', worse: 'higher' } })
})
