import { expect, onTestFinished, test, vi } from 'vitest'
import { staleWhileRevalidate } from './stale-while-revalidate'

/** Makes a cached function that takes `tookMs` on a clock of its own. */
function slow(tookMs: number) {
  const clock = { ms: 0 }
  let asked = 0
  const ask = staleWhileRevalidate(
    async (key) => {
      clock.ms += tookMs
      return `${key} ${++asked}`
    },
    () => clock.ms,
  )
  return { clock, ask }
}

test.each([
  ['a fast result fresh for 1 minute', 200, 60_000],
  ['a slow result fresh for 20 times its duration', 4_000, 80_000],
])(
  'keeps %s, then serves the stale value for 5 more minutes while it refreshes',
  async (_, tookMs, freshMs) => {
    const { clock, ask } = slow(tookMs)
    expect(await ask('a')).toBe('a 1')
    clock.ms += freshMs - 1
    expect([await ask('a'), await ask('a')]).toEqual(['a 1', 'a 1'])
    clock.ms += 1
    expect([await ask('a'), await ask('a')]).toEqual(['a 1', 'a 2'])
    clock.ms += freshMs + 300_000
    expect(await ask('a')).toBe('a 3')
  },
)

test('callers who get the stale value do not wait, and trigger one refresh', async () => {
  const { clock, ask } = slow(200)
  expect(await ask('a')).toBe('a 1')
  clock.ms += 60_000
  expect(await Promise.all([ask('a'), ask('a'), ask('a')])).toEqual(['a 1', 'a 1', 'a 1'])
  expect(await ask('a')).toBe('a 2')
})

test('logs a failed refresh, and throws once the stale value is too old', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const clock = { ms: 0 }
  let isUnavailable = false
  const ask = staleWhileRevalidate(
    async () => {
      clock.ms += 200
      if (isUnavailable) throw new Error('away')
      return 'there'
    },
    () => clock.ms,
  )
  expect(await ask('a')).toBe('there')
  isUnavailable = true
  clock.ms += 60_000
  expect([await ask('a'), await ask('a')]).toEqual(['there', 'there'])
  expect(warn).toHaveBeenCalledWith('the last answer goes on being given (away)')
  clock.ms += 300_000
  await expect(ask('a')).rejects.toThrow('away')
})

test('another key is fetched separately', async () => {
  const { ask } = slow(200)
  expect(await ask('a')).toBe('a 1')
  expect(await ask('b')).toBe('b 2')
})

test('concurrent callers share one fetch', async () => {
  const { ask } = slow(1)
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 1', 'a 1'])
})

test('a failure reaches all waiting callers and is not cached', async () => {
  let asked = 0
  const ask = staleWhileRevalidate(async () => {
    if (asked++ === 0) throw new Error('away')
    return 'there'
  })
  const first = [ask('a'), ask('a')]
  for (const answer of first) await expect(answer).rejects.toThrow('away')
  expect(await ask('a')).toBe('there')
})
