import { expect, onTestFinished, test, vi } from 'vitest'
import { staleWhileRevalidate } from './stale-while-revalidate'

/** Something that takes as long as it is told, on a clock of its own. */
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
  ['what is quick is fresh for a minute', 200, 60_000],
  ['what is slow is fresh for twenty times as long as it took', 4_000, 80_000],
])('%s, and is given for five minutes more while it is asked anew', async (_, tookMs, freshMs) => {
  const { clock, ask } = slow(tookMs)
  expect(await ask('a')).toBe('a 1')
  clock.ms += freshMs - 1
  expect([await ask('a'), await ask('a')]).toEqual(['a 1', 'a 1'])
  clock.ms += 1
  expect([await ask('a'), await ask('a')]).toEqual(['a 1', 'a 2'])
  clock.ms += freshMs + 300_000
  expect(await ask('a')).toBe('a 3')
})

test('who is given an older answer does not wait for the next one, which is asked once', async () => {
  const { clock, ask } = slow(200)
  expect(await ask('a')).toBe('a 1')
  clock.ms += 60_000
  expect(await Promise.all([ask('a'), ask('a'), ask('a')])).toEqual(['a 1', 'a 1', 'a 1'])
  expect(await ask('a')).toBe('a 2')
})

test('a fault that nobody waited for is told to the log while there is an older answer, and to who comes after that', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const clock = { ms: 0 }
  let isAway = false
  const ask = staleWhileRevalidate(
    async () => {
      clock.ms += 200
      if (isAway) throw new Error('away')
      return 'there'
    },
    () => clock.ms,
  )
  expect(await ask('a')).toBe('there')
  isAway = true
  clock.ms += 60_000
  expect([await ask('a'), await ask('a')]).toEqual(['there', 'there'])
  expect(warn).toHaveBeenCalledWith('the last answer goes on being given (away)')
  clock.ms += 300_000
  await expect(ask('a')).rejects.toThrow('away')
})

test('another key is another question', async () => {
  const { ask } = slow(200)
  expect(await ask('a')).toBe('a 1')
  expect(await ask('b')).toBe('b 2')
})

test('all who want it at once share one answer', async () => {
  const { ask } = slow(1)
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 1', 'a 1'])
})

test('a fault is told to all who wait, and not kept', async () => {
  let asked = 0
  const ask = staleWhileRevalidate(async () => {
    if (asked++ === 0) throw new Error('away')
    return 'there'
  })
  const first = [ask('a'), ask('a')]
  for (const answer of first) await expect(answer).rejects.toThrow('away')
  expect(await ask('a')).toBe('there')
})
