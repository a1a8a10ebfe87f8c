/**
 * The walk runs in the process of the suite, which mutants of a copied checkout do not reach. These
 * tests replace them.
 */
import { expect, test } from 'vitest'
import { SlidingLog } from '@/lib/rate-limit/sliding-log'
import { Findings } from '@/tools/prove/part'
import { walkInProcess } from './limiter-exact'

const allowance = (allowed: boolean) => ({ allowed, remaining: 0, resetMs: 0 })

/**
 * A limiter with fixed windows by the clock, which allows twice the limit across the edge of a
 * window.
 */
function byTheClock(now: () => number) {
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

function brokenBy(limiterOf: Parameters<typeof walkInProcess>[2]): string[] {
  const findings = new Findings()
  walkInProcess(findings, 20_000, limiterOf)
  return findings.broken
}

test('the walk detects fixed windows, a missing limit, and a limit one too low', () => {
  expect(brokenBy(byTheClock)).toEqual([
    expect.stringMatching(/^in a process, \d+ more than 60 were granted within a minute$/),
  ])
  expect(brokenBy(() => ({ take: () => allowance(true) }))).toEqual([
    expect.stringContaining('were granted within a minute'),
    'in a process, nobody was refused, so that the limit was never met',
  ])
  expect(brokenBy((now) => new SlidingLog(59, 60_000, 100_000, now))).toEqual([
    expect.stringContaining('were refused that were under the limit'),
  ])
})

test('the walk finds no fault in the actual limiter', () => {
  expect(brokenBy((now) => new SlidingLog(60, 60_000, 100_000, now))).toEqual([])
})
