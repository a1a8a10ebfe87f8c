import { expect, test } from 'vitest'
import { coalesce } from './coalesce'

/** Creates work that the test completes. */
function manualWork() {
  const begun: { input: string; end: (result: string) => void; fail: (error: Error) => void }[] = []
  const request = coalesce(
    (input: string) => new Promise<string>((end, fail) => begun.push({ input, end, fail })),
  )
  return { begun, request: (key: string) => request(key, key) }
}

test('a result is never older than its request', async () => {
  const { begun, request } = manualWork()
  const first = request('a')
  const second = request('a')
  const third = request('a')
  expect(begun).toHaveLength(1)
  begun[0]?.end('before')
  expect(await first).toBe('before')
  await Promise.resolve()
  expect(begun).toHaveLength(2)
  const fourth = request('a')
  begun[1]?.end('after')
  expect(await Promise.all([second, third])).toEqual(['after', 'after'])
  begun[2]?.end('later')
  expect(await fourth).toBe('later')
})

test('requests with different keys do not wait for each other', async () => {
  const { begun, request } = manualWork()
  const a = request('a')
  const b = request('b')
  begun[1]?.end('B')
  expect(await b).toBe('B')
  begun[0]?.end('A')
  expect(await a).toBe('A')
})

test('a failure rejects all waiting requests immediately, and no later ones', async () => {
  const { begun, request } = manualWork()
  const first = request('a')
  const second = request('a')
  begun[0]?.fail(new Error('unavailable'))
  await expect(first).rejects.toThrow('unavailable')
  await expect(second).rejects.toThrow('unavailable')
  expect(begun).toHaveLength(1)
  const third = request('a')
  begun[1]?.end('back')
  expect(await third).toBe('back')
})

test('keeps no result once all requests are settled', async () => {
  const { begun, request } = manualWork()
  const one = request('a')
  begun[0]?.end('1')
  expect(await one).toBe('1')
  const two = request('a')
  expect(begun).toHaveLength(2)
  begun[1]?.end('2')
  expect(await two).toBe('2')
})
