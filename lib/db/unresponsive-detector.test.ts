import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { DatabaseUnresponsive, UnresponsiveDetector } from './unresponsive-detector'

const never = () => new Promise<never>(() => {})
const silentProbe = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', reject))
const quick = { fellSilent: () => {}, lookEveryMs: 10, looksUntilProbe: 5, looksOfProbe: 5 }

test('where nothing is heard, all that waits is given up at once, and what is asked meanwhile too', async () => {
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

test('when a probe is answered all goes on', async () => {
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

test('a slow answer is waited for where the probe is answered, or anything else is', async () => {
  const probed = new UnresponsiveDetector({ ...quick, probe: async () => {} })
  expect(await probed.during(() => setTimeout(300, 'slow'))).toBe('slow')
  const heard = new UnresponsiveDetector({ ...quick, probe: silentProbe })
  const slow = heard.during(() => setTimeout(300, 'slow'))
  for (let i = 0; i < 25; i++) await heard.during(() => setTimeout(10))
  expect(await slow).toBe('slow')
})

test('a process that hears of nothing itself does not take the database for silent', async () => {
  const watch = new UnresponsiveDetector({ ...quick, probe: () => setTimeout(20) })
  const asked = watch.during(() => setTimeout(150, 'there'))
  for (let i = 0; i < 3; i++) {
    await setTimeout(1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
  }
  expect(await asked).toBe('there')
})

test('what the work throws comes as it is', async () => {
  const watch = new UnresponsiveDetector({ ...quick, probe: async () => {} })
  await expect(watch.during(() => Promise.reject(new RangeError('x')))).rejects.toThrow(RangeError)
})
