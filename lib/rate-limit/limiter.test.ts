import type { RequestListener } from 'node:http'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startRedis } from '@/test/servers/redis'
import { type Limit, Limiter } from './limiter'

const redis = await startRedis()
afterAll(redis.stop)

const clock = { ms: 1_000_000 }
let tests = 0

/** Returns a limit that no other test uses. */
const limitOf = (quota: number): Limit => ({ name: `test-${tests++}`, quota, windowSeconds: 60 })

const fail: RequestListener = (_, response) => void response.writeHead(500).end('oh')
const neverRespond = () => {}

/** Starts limiters of several processes, on a clock that the test moves. */
async function startProcesses(count: number): Promise<Limiter[]> {
  await redis.command(['FLUSHALL'])
  return Array.from({ length: count }, () => new Limiter(redis, () => clock.ms))
}

/** Sends requests to the processes in turn and counts the granted ones. */
async function sendInTurns(processes: Limiter[], limit: Limit, times: number): Promise<number> {
  let granted = 0
  for (let index = 0; index < times; index++)
    if ((await processes[index % processes.length]?.take(limit, 'a reader'))?.allowed) granted++
  return granted
}

/** Restores Redis and waits until each process uses it again. */
async function restoreRedis(processes: Limiter[]): Promise<void> {
  redis.behave(redis.serve)
  clock.ms += 5_000
  for (const limiter of processes) {
    const probe = limitOf(1_000)
    await vi.waitFor(async () => {
      const before = redis.requests()
      await limiter.take(probe, 'a probe')
      await limiter.take(probe, 'a probe')
      expect(redis.requests() - before).toBe(2)
    })
  }
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  redis.behave(redis.serve)
})

test('grants the quota without Redis', async () => {
  expect(await sendInTurns([new Limiter()], limitOf(60), 70)).toBe(60)
})

test('without Redis, each process allows the full quota of reads and half the writes', async () => {
  const processes = await startProcesses(3)
  redis.behave(fail)
  expect(await sendInTurns(processes, limitOf(60), 300)).toBe(180)
  expect(await sendInTurns(processes, { ...limitOf(60), isWrite: true }, 300)).toBe(90)
  expect(await sendInTurns(processes, { ...limitOf(1), isWrite: true }, 300)).toBe(3)
})

test('requests granted with Redis still count when Redis fails under load', async () => {
  const [one] = await startProcesses(3)
  if (!one) throw new Error('none was started')
  const limit: Limit = { ...limitOf(60), isWrite: true }
  expect(await sendInTurns([one], limit, 7)).toBe(7)
  redis.behave(neverRespond)
  const results = await Promise.all(Array.from({ length: 60 }, () => one.take(limit, 'a reader')))
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(23)
})

test('a refused write reports the reduced quota and the time until the next request', async () => {
  const [one] = await startProcesses(1)
  const limit: Limit = { ...limitOf(6), isWrite: true }
  for (let index = 0; index < 4; index++) {
    await one?.take(limit, 'a reader')
    clock.ms += 1_000
  }
  redis.behave(fail)
  const refused = { allowed: false, remaining: 0, resetMs: 57_000, quota: 3 }
  expect(await one?.take(limit, 'a reader')).toEqual(refused)
})

test('once Redis is available again, all processes together grant the quota', async () => {
  const processes = await startProcesses(3)
  const limit = limitOf(60)
  redis.behave(fail)
  await sendInTurns(processes, limit, 9)
  await restoreRedis(processes)
  expect(await sendInTurns(processes, limit, 200)).toBe(60)
})

test('processes share limits exactly through a plain Redis server', async () => {
  await redis.command(['FLUSHALL'])
  const processes = Array.from({ length: 3 }, () => new Limiter({ url: redis.redisUrl }))
  expect(await sendInTurns(processes, limitOf(5), 20)).toBe(5)
})

test('grants no more than the quota in any window across two processes', async () => {
  const now = () => clock.ms
  const both = [1, 2].map(() => new Limiter(redis, now, now))
  const limit = limitOf(3)
  const granted: number[] = []
  for (clock.ms = 59_900; clock.ms < 180_000; clock.ms += 1_000) {
    for (const one of both) if ((await one.take(limit, 'a reader')).allowed) granted.push(clock.ms)
  }
  expect(granted).toEqual([59_900, 59_900, 60_900, 119_900, 119_900, 120_900, 179_900, 179_900])
})

test('expires a client in Redis, as a hash, when its last request leaves the window', async () => {
  await redis.command(['FLUSHALL'])
  await new Limiter(redis).take(limitOf(3), 'a reader')
  const [key = ''] = z.array(z.string()).parse(await redis.command(['KEYS', '*']))
  expect(key).toMatch(/^afterword:test-\d+:[\w-]{43}$/)
  const remaining = Number(await redis.command(['PTTL', key]))
  expect(remaining).toBeGreaterThan(50_000)
  expect(remaining).toBeLessThanOrEqual(60_000)
})

const faults: Record<string, RequestListener> = {
  'responds with 500': fail,
  'responds with HTML': (_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome'),
  'breaks off': (_, response) => response.destroy(),
  'never responds': neverRespond,
}

test.each(Object.entries(faults))('pauses requests to Redis when it %s', async (_, fault) => {
  const [one] = await startProcesses(1)
  redis.behave(fault)
  const before = redis.requests()
  await one?.take(limitOf(3), 'a reader')
  const sent = redis.requests() - before
  expect(sent).toBeGreaterThan(0)
  // Other limits send no request to Redis either.
  await one?.take(limitOf(3), 'a reader')
  expect(redis.requests() - before).toBe(sent)
  expect(console.warn).toHaveBeenCalledTimes(1)
})

test('checks in the background whether Redis has recovered', async () => {
  const [one] = await startProcesses(1)
  const limit = limitOf(3)
  redis.behave(neverRespond)
  await one?.take(limit, 'a reader')
  clock.ms += 5_000
  const sent = redis.requests()
  let responded = false
  const arrived = new Promise<void>((resolve) => redis.behave(() => resolve()))
  void one?.take(limit, 'a reader').then(() => {
    responded = true
  })
  await arrived
  expect(responded).toBe(true)
  expect(redis.requests()).toBe(sent + 1)
})
