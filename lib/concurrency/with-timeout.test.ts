import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { TimedOut, withTimeout } from './with-timeout'

test('rejects with TimedOut when the limit has passed', async () => {
  const begun = performance.now()
  await expect(withTimeout(new Promise(() => {}), 100)).rejects.toThrow(TimedOut)
  expect(performance.now() - begun).toBeGreaterThan(95)
})

test('accepts a result that arrived while the process was busy', async () => {
  const other = new Worker(
    `require('node:worker_threads').parentPort.once('message', () => setTimeout(() => ` +
      'process.exit(), 150))',
    {
      eval: true,
    },
  )
  await once(other, 'online')
  other.postMessage('begin')
  const result = withTimeout(once(other, 'exit'), 300)
  const busyUntil = performance.now() + 1_000
  while (performance.now() < busyUntil);
  await expect(result).resolves.toEqual([0])
})

test('rejects with the error of the promise', async () => {
  await expect(
    withTimeout(
      setTimeout(10).then(() => Promise.reject(new Error('broken'))),
      100,
    ),
  ).rejects.toThrow('broken')
})
