import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '@/lib/errors'
import { UnresponsiveDetector } from './unresponsive-detector'

const never = () => new Promise<never>(() => {})
const frozen = { isResponsive: async () => false, closeConnections: () => {}, silentMs: 150 }
const slow = { ...frozen, isResponsive: async () => true }

test('without any reply, pending work fails immediately, and so does new work', async () => {
  let closed = 0
  const detector = new UnresponsiveDetector({ ...frozen, closeConnections: () => closed++ })
  const outcomes = await Promise.allSettled([detector.during(never), detector.during(never)])
  expect(outcomes).toEqual(
    Array(2).fill({ status: 'rejected', reason: expect.any(DatabaseUnavailable) }),
  )
  expect(closed).toBe(1)
  await expect(detector.during(async () => 1)).rejects.toThrow(DatabaseUnavailable)
})

test('accepts work again after a pause', async () => {
  const detector = new UnresponsiveDetector(frozen)
  await expect(detector.during(never)).rejects.toThrow(DatabaseUnavailable)
  await expect
    .poll(() => detector.during(async () => 1).catch(() => 0), { timeout: 1_000, interval: 10 })
    .toBe(1)
})

test('waits for a slow query if the probe or another query succeeds', async () => {
  expect(await new UnresponsiveDetector(slow).during(() => setTimeout(600, 'slow'))).toBe('slow')
  const detector = new UnresponsiveDetector(frozen)
  const result = detector.during(() => setTimeout(600, 'slow'))
  for (let i = 0; i < 25; i++) await detector.during(() => setTimeout(20))
  expect(await result).toBe('slow')
})

test('a busy process does not report the database as unresponsive', async () => {
  const detector = new UnresponsiveDetector(frozen)
  const result = detector.during(() => setTimeout(160, 'there'))
  await setTimeout(1)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  expect(await result).toBe('there')
})

test('passes errors of the work through unchanged', async () => {
  const detector = new UnresponsiveDetector(frozen)
  await expect(detector.during(() => Promise.reject(new RangeError('x')))).rejects.toThrow(
    RangeError,
  )
})
