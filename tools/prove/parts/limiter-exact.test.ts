/**
 * The simulation runs in the process of the suite, which mutants of a copied checkout do not reach.
 * These tests replace them.
 */
import { expect, test } from 'vitest'
import { SlidingLog } from '@/lib/rate-limit/sliding-log'
import { Findings } from '@/tools/prove/part'
import { simulateProcess } from './limiter-exact'

const allowance = (allowed: boolean) => ({ allowed, remaining: 0, resetMs: 0 })

/**
 * Returns a limiter with fixed windows by the clock, which allows twice the limit across the edge
 * of a window.
 */
function fixedWindows(now: () => number) {
  const granted = new Map<string, { minute: number; count: number }>()
  return {
    take: (client: string) => {
      const minute = Math.floor(now() / 60_000)
      const known = granted.get(client)
      const count = known?.minute === minute ? known.count : 0
      const allowed = count < 60
      granted.set(client, { minute, count: count + Number(allowed) })
      return allowance(allowed)
    },
  }
}

function failuresWith(limiterOf: Parameters<typeof simulateProcess>[2]): string[] {
  const findings = new Findings()
  simulateProcess(findings, 20_000, limiterOf)
  return findings.failures
}

test('the simulation detects fixed windows, a missing limit, and a limit one too low', () => {
  expect(failuresWith(fixedWindows)).toEqual([
    expect.stringMatching(
      /^in one process: \d+ requests over the limit of 60 were allowed within a minute$/,
    ),
  ])
  expect(failuresWith(() => ({ take: () => allowance(true) }))).toEqual([
    expect.stringContaining('were allowed within a minute'),
    'in one process: no request was rejected, so the limit was never reached',
  ])
  expect(failuresWith((now) => new SlidingLog(59, 60_000, 100_000, now))).toEqual([
    expect.stringContaining('below the limit were rejected'),
  ])
})

test('the simulation finds no fault in the actual limiter', () => {
  expect(failuresWith((now) => new SlidingLog(60, 60_000, 100_000, now))).toEqual([])
})
