import { expect, test } from 'vitest'
import { coalesce } from './coalesce'

/** Makes work that ends on demand. */
function manualWork() {
  const begun: { question: string; end: (answer: string) => void; fail: (error: Error) => void }[] =
    []
  const ask = coalesce(
    (question: string) => new Promise<string>((end, fail) => begun.push({ question, end, fail })),
  )
  return { begun, ask: (key: string) => ask(key, key) }
}

test('a result is never older than its request', async () => {
  const { begun, ask } = manualWork()
  const first = ask('a')
  const second = ask('a')
  const third = ask('a')
  expect(begun).toHaveLength(1)
  begun[0]?.end('before')
  expect(await first).toBe('before')
  await Promise.resolve()
  expect(begun).toHaveLength(2)
  const fourth = ask('a')
  begun[1]?.end('after')
  expect(await Promise.all([second, third])).toEqual(['after', 'after'])
  begun[2]?.end('later')
  expect(await fourth).toBe('later')
})

test('requests with different keys do not wait for each other', async () => {
  const { begun, ask } = manualWork()
  const a = ask('a')
  const b = ask('b')
  begun[1]?.end('B')
  expect(await b).toBe('B')
  begun[0]?.end('A')
  expect(await a).toBe('A')
})

test('a failure rejects all waiting requests at once, and no later ones', async () => {
  const { begun, ask } = manualWork()
  const first = ask('a')
  const second = ask('a')
  begun[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect(second).rejects.toThrow('away')
  expect(begun).toHaveLength(1)
  const third = ask('a')
  begun[1]?.end('back')
  expect(await third).toBe('back')
})

test('keeps no result once all requests are settled', async () => {
  const { begun, ask } = manualWork()
  const one = ask('a')
  begun[0]?.end('1')
  expect(await one).toBe('1')
  const two = ask('a')
  expect(begun).toHaveLength(2)
  begun[1]?.end('2')
  expect(await two).toBe('2')
})
