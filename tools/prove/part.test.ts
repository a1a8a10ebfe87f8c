import { expect, test } from 'vitest'
import { Findings } from './part'

test('keeps the worse of two measurements of a figure in a run', () => {
  const findings = new Findings()
  for (const ms of [20, 90, 40]) findings.measure('longest answer', ms, 'ms')
  for (const share of [0.9, 0.2, 0.5]) findings.measure('reads served', share, '', 'lower')
  expect(findings.figures).toEqual({
    'longest answer': { value: 90, unit: 'ms', worse: 'higher' },
    'reads served': { value: 0.2, unit: '', worse: 'lower' },
  })
  expect(findings.broken).toEqual([])
})

test('reports a missing measurement as a broken promise and keeps the existing figure', () => {
  const findings = new Findings()
  findings.measure('back after', 300, 'ms')
  findings.measure('back after', Number.POSITIVE_INFINITY, 'ms')
  findings.measure('served', Number.NaN, '', 'lower')
  expect(findings.broken).toEqual([
    '“back after” never came to an end',
    'nothing came that “served” could be measured by',
  ])
  expect(findings.figures).toEqual({ 'back after': { value: 300, unit: 'ms', worse: 'higher' } })
})
