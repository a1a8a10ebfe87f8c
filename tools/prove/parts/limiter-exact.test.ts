/** The walk goes on in the proof's own process, where no mutant of a copied checkout comes: these are its mutants. */
import { expect, test } from 'vitest'
import { SlidingLog } from '@/lib/rate-limit/sliding-log'
import { Findings } from '@/tools/prove/part'
import { walkInProcess } from './limiter-exact'

const allowance = (allowed: boolean) => ({ allowed, remaining: 0, resetMs: 0 })

/** Counts by the minutes of the clock, and not by any minute: a burst over the edge of one is let through twice. */
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

test('the walk sees a limiter that counts by the minutes of the clock, one that grants all, and one that grants one too few', () => {
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

test('it finds nothing of the limiter as it is', () => {
  expect(brokenBy((now) => new SlidingLog(60, 60_000, 100_000, now))).toEqual([])
})
