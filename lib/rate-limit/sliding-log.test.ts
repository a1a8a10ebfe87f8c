import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNightly } from '@/test/nightly'
import { SlidingLog } from './sliding-log'

/** Returns a log on a fake clock. */
function logAt(quota: number, windowMs: number, clientsMax?: number) {
  const clock = { ms: 0 }
  return { clock, log: new SlidingLog(quota, windowMs, clientsMax, () => clock.ms) }
}

test('grants no more than the quota in any window', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(400), { maxLength: 300 }),
      fc.integer({ min: 1, max: 8 }),
      (pauses, quota) => {
        const { clock, log } = logAt(quota, 1_000)
        const granted: number[] = []
        for (const pause of pauses) {
          clock.ms += pause
          if (log.take('reader').allowed) granted.push(clock.ms)
        }
        for (const start of granted)
          expect(
            granted.filter((time) => time >= start && time < start + 1_000).length,
          ).toBeLessThanOrEqual(quota)
      },
    ),
  )
})

test('never rejects a client under its quota', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { maxLength: 200 }), (pauses) => {
      const { clock, log } = logAt(4, 1_000)
      for (const pause of pauses) {
        clock.ms += 250 + pause
        expect(log.take('reader').allowed).toBe(true)
      }
    }),
  )
})

test('counts down the remaining requests and returns the time until the oldest expires', () => {
  const { clock, log } = logAt(2, 60_000)
  expect(log.take('reader')).toEqual({ allowed: true, remaining: 1, resetMs: 60_000 })
  clock.ms = 20_000
  expect(log.take('reader')).toEqual({ allowed: true, remaining: 0, resetMs: 40_000 })
  expect(log.take('reader')).toEqual({ allowed: false, remaining: 0, resetMs: 40_000 })
  clock.ms = 60_001
  expect(log.take('reader')).toMatchObject({ allowed: true, remaining: 0 })
})

test('expires requests after exactly one window at fractional clock values', () => {
  const { clock, log } = logAt(2, 60_000)
  for (let n = 0; n < 50; n++) {
    clock.ms += 777.1231
    expect(log.take(`reader ${n}`).resetMs).toBe(60_000)
  }
})

test('peek does not take a request', () => {
  const { log } = logAt(1, 1_000)
  for (let index = 0; index < 5; index++)
    expect(log.peek('reader')).toMatchObject({ allowed: true, remaining: 1 })
  expect(log.size).toBe(0)
})

test('bounds memory with many clients and stays fast with 100,000', () => {
  const clients = isNightly ? 1_000_000 : 200_000
  const { log } = logAt(60, 60_000)
  for (let client = 0; client < clients; client++) log.take(`client ${client}`)
  expect(log.size).toBe(100_000)
  expect(log.peek(`client ${clients - 1}`).remaining).toBe(59)
}, 60_000)

test('deletes a client after a window without requests', () => {
  const { clock, log } = logAt(60, 60_000)
  for (let client = 0; client < 1_000; client++) log.take(`client ${client}`)
  clock.ms = 60_000
  for (let requests = 0; requests < 500; requests++) log.take('the last one')
  expect(log.size).toBe(1)
})
