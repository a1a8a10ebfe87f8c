import { expect, test } from 'vitest'
import { askRarely } from './ask-rarely'

/** Something that takes as long as it is told, on a clock of its own. */
function slow(tookMs: number) {
  const clock = { ms: 0 }
  let asked = 0
  const ask = askRarely(
    async (key) => {
      clock.ms += tookMs
      return `${key} ${++asked}`
    },
    () => clock.ms,
  )
  return { clock, ask }
}

test('what is slow is kept twenty times as long as it took', async () => {
  const { clock, ask } = slow(200)
  expect(await ask('a')).toBe('a 1')
  clock.ms += 3_999
  expect(await ask('a')).toBe('a 1')
  clock.ms += 1
  expect(await ask('a')).toBe('a 2')
})

test('what is quick is asked anew', async () => {
  const { ask } = slow(99)
  expect(await ask('a')).toBe('a 1')
  expect(await ask('a')).toBe('a 2')
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
  const ask = askRarely(async () => {
    if (asked++ === 0) throw new Error('away')
    return 'there'
  })
  const first = [ask('a'), ask('a')]
  for (const answer of first) await expect(answer).rejects.toThrow('away')
  expect(await ask('a')).toBe('there')
})
