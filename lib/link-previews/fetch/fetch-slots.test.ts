import { expect, test } from 'vitest'
import { withFetchSlot } from './fetch-page'
import { PageNotRead } from './target-errors'

const { signal: never } = new AbortController()
/** Waits until everything that is ready has run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Starts work that lasts until it is ended, and counts how much runs at once. */
function workbench() {
  const ends: (() => void)[] = []
  const seen = { running: 0, peak: 0 }
  const start = (host: string, signal = never) =>
    withFetchSlot(host, signal, async () => {
      seen.peak = Math.max(seen.peak, ++seen.running)
      await new Promise<void>((resolve) => ends.push(resolve))
      seen.running--
    })
  const finish = async (work: Promise<unknown>[]) => {
    while (seen.running > 0) {
      ends.shift()?.()
      await settle()
    }
    await Promise.allSettled(work)
  }
  return { seen, start, finish }
}

test('runs at most 4 requests per host at once, and all of them eventually', async () => {
  const { seen, start, finish } = workbench()
  const work = Array.from({ length: 10 }, () => start('a.com'))
  await settle()
  expect(seen.running).toBe(4)
  await finish(work)
  expect(seen.peak).toBe(4)
})

test('runs at most 32 requests at once in total', async () => {
  const { seen, start, finish } = workbench()
  const work = Array.from({ length: 60 }, (_, index) => start(`${index}.com`))
  await settle()
  expect(seen.running).toBe(32)
  await finish(work)
  expect(seen.peak).toBe(32)
})

test('requests that wait for a slow host occupy no general slots', async () => {
  const { seen, start, finish } = workbench()
  const work = Array.from({ length: 40 }, () => start('slow.com'))
  await settle()
  work.push(start('other.com'))
  await settle()
  expect(seen.running).toBe(5)
  await finish(work)
})

test('removes an aborted request from the queue and runs the next', async () => {
  const { seen, start, finish } = workbench()
  const work = Array.from({ length: 4 }, () => start('b.com'))
  const { signal, abort } = (() => {
    const controller = new AbortController()
    return { signal: controller.signal, abort: () => controller.abort(new Error('too late')) }
  })()
  const late = start('b.com', signal)
  work.push(start('b.com'))
  await settle()
  abort()
  await expect(late).rejects.toBeInstanceOf(PageNotRead)
  await finish(work)
  expect(seen.peak).toBe(4)
  await expect(start('b.com', signal)).rejects.toBeInstanceOf(PageNotRead)
})
