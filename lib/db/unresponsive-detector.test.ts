import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { DatabaseUnresponsive, UnresponsiveDetector } from './unresponsive-detector'

const never = () => new Promise<never>(() => {})
const silentProbe = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', reject))
const quick = { fellSilent: () => {}, lookEveryMs: 10, looksUntilProbe: 5, looksOfProbe: 5 }

test('without any reply, pending work fails at once, and so does new work', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const watch = new UnresponsiveDetector({ ...quick, probe: silentProbe })
  const waiting = [watch.during(never), watch.during(never)]
  expect(
    (await Promise.allSettled(waiting)).map(
      (outcome) => outcome.status === 'rejected' && outcome.reason,
    ),
  ).toEqual([expect.any(DatabaseUnresponsive), expect.any(DatabaseUnresponsive)])
  await expect(watch.during(async () => 1)).rejects.toThrow(DatabaseUnresponsive)
})

test('accepts work again after a probe succeeds', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  let isThere = false
  const watch = new UnresponsiveDetector({
    ...quick,
    probe: (signal) => (isThere ? Promise.resolve() : silentProbe(signal)),
  })
  await expect(watch.during(never)).rejects.toThrow(DatabaseUnresponsive)
  isThere = true
  await expect
    .poll(() => watch.during(async () => 1).catch(() => 0), { timeout: 500, interval: 10 })
    .toBe(1)
})

test('waits for a slow query if the probe or another query succeeds', async () => {
  const probed = new UnresponsiveDetector({ ...quick, probe: async () => {} })
  expect(await probed.during(() => setTimeout(300, 'slow'))).toBe('slow')
  const heard = new UnresponsiveDetector({ ...quick, probe: silentProbe })
  const slow = heard.during(() => setTimeout(300, 'slow'))
  for (let i = 0; i < 25; i++) await heard.during(() => setTimeout(10))
  expect(await slow).toBe('slow')
})

test('a busy process does not report the database as unresponsive', async () => {
  const watch = new UnresponsiveDetector({ ...quick, probe: () => setTimeout(20) })
  const asked = watch.during(() => setTimeout(150, 'there'))
  for (let i = 0; i < 3; i++) {
    await setTimeout(1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
  }
  expect(await asked).toBe('there')
})

test('passes errors of the work through unchanged', async () => {
  const watch = new UnresponsiveDetector({ ...quick, probe: async () => {} })
  await expect(watch.during(() => Promise.reject(new RangeError('x')))).rejects.toThrow(RangeError)
})
