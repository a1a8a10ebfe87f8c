import { setImmediate as nextTurn } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { isNightly } from '@/test/nightly'
import { startRedisServer } from '@/test/servers/redis-server'
import { InvalidationLog } from './invalidation-log'

const redis = await startRedisServer()
afterAll(() => redis.stop())

const started: InvalidationLog[] = []
afterAll(() => {
  for (const pages of started) pages.stop()
})

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

async function startOwnRedis() {
  const own = await startRedisServer()
  onTestFinished(() => own.stop())
  return own
}

/** Starts the log of a process, and records the invalidations that it receives. */
async function startProcess({ url = redis.url }: { url?: string } = {}) {
  const received: string[][] = []
  const state = { received, lost: 0 }
  const hearer = {
    everything: '*',
    invalidated: (tags: string[]) => void received.push(tags),
    missed: () => void state.lost++,
  }
  const pages = new InvalidationLog(url, hearer)
  started.push(pages)
  await pages.start()
  return { pages, state }
}

test('catching up after a published invalidation delivers it', async () => {
  const first = await startProcess()
  const second = await startProcess()
  for (let n = 0; n < 20; n++) {
    await (n % 2 ? first : second).pages.publish([`tag-${n}`])
    await Promise.all([first.pages.catchUp(), second.pages.catchUp()])
    expect(first.state.received.at(-1)).toEqual([`tag-${n}`])
    expect(second.state.received.at(-1)).toEqual([`tag-${n}`])
  }
})

test('a starting process reads earlier invalidations', async () => {
  const first = await startProcess()
  await first.pages.publish(['from-before'])
  const second = await startProcess()
  expect(second.state.received).toContainEqual(['from-before'])
})

test('during a Redis outage nothing waits or throws, and pages are cleared', async () => {
  const own = await startOwnRedis()
  const { pages, state } = await startProcess({ url: own.url })
  const other = await startProcess({ url: own.url })
  own.pause()
  await pages.publish(['missed'])
  expect(state.lost).toBe(1)
  expect(console.warn).toHaveBeenLastCalledWith(expect.stringContaining('Redis is unavailable'))
  const startedAt = performance.now()
  await pages.publish(['missed, too'])
  await pages.catchUp()
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  expect(state.lost).toBe(2)
  own.resume()
  await expect
    .poll(async () => {
      await pages.catchUp()
      return state.received.at(-1)
    })
    .toEqual(['*'])
  await other.pages.catchUp()
  expect(other.state.received).toContainEqual(['*'])
})

if (isNightly)
  test('an idle process invalidates pages of others once Redis is available again', async () => {
    const own = await startOwnRedis()
    const [other, { pages }] = [
      await startProcess({ url: own.url }),
      await startProcess({ url: own.url }),
    ]
    own.pause()
    await pages.publish(['missed'])
    own.resume()
    await expect
      .poll(async () => {
        await other.pages.catchUp()
        return other.state.received
      })
      .toContainEqual(['*'])
  })

test('a process that was idle until the log was trimmed clears its pages', async () => {
  const own = await startOwnRedis()
  const { pages, state } = await startProcess({ url: own.url })
  const redis = createClient({ url: own.url })
  await redis.connect()
  onTestFinished(() => redis.destroy())
  const publish = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        redis.xAdd('afterword:purges', '*', { tags: `tag-${n}` }),
      ),
    )
  await publish(1_500)
  await pages.catchUp()
  expect(state.received).toHaveLength(1_500)
  const lost = state.lost
  await publish(1_500)
  await redis.xTrim('afterword:purges', 'MAXLEN', 1_200)
  await pages.catchUp()
  expect([state.lost, state.received.length]).toEqual([lost + 1, 2_700])
})

test('requests that wait for a hanging Redis do not query it again', async () => {
  const own = await startOwnRedis()
  const { pages } = await startProcess({ url: own.url })
  own.pause()
  onTestFinished(() => own.resume())
  const first = pages.catchUp()
  await nextTurn()
  let isSecondOver = false
  void pages.catchUp().then(() => (isSecondOver = true))
  await first
  await nextTurn()
  expect(isSecondOver).toBe(true)
})

if (isNightly)
  test('detects a Redis that lost its log and clears all pages', async () => {
    const own = await startOwnRedis()
    const { pages, state } = await startProcess({ url: own.url })
    await pages.publish(['before'])
    await own.restart()
    await expect
      .poll(
        async () => {
          await pages.catchUp()
          return state.received.at(-1)
        },
        { timeout: 10_000 },
      )
      .toEqual(['*'])
    expect(state.lost).toBeGreaterThan(0)
  })

test('starts although Redis is unavailable', async () => {
  const { pages, state } = await startProcess({ url: 'redis://127.0.0.1:1' })
  expect(state.lost).toBe(1)
  await pages.catchUp()
})
