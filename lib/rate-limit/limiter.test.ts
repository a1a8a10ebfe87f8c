import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startRedis } from '@/test/servers/redis'
import { type Limit, Limiter } from './limiter'

const redis = await startRedis()
afterAll(redis.stop)

const clock = { ms: 1_000_000 }
let tests = 0

/** Returns a limit with a name that is unique per test. */
const limitOf = (quota: number): Limit => ({ name: `test-${tests++}`, quota, windowSeconds: 60 })

const fail = (_: unknown, response: ServerResponse) => void response.writeHead(500).end('oh')
const fallSilent = () => {}

/** Starts processes on a fake clock, each of which knows about all others. */
async function startProcesses(count: number): Promise<Limiter[]> {
  await redis.command(['FLUSHALL'])
  const processes = Array.from({ length: count }, () => new Limiter(redis, () => clock.ms))
  for (const { register } of [...processes, ...processes]) {
    clock.ms += 10_000
    await register?.sendHeartbeat()
  }
  expect(processes.map(({ register }) => register?.processes)).toEqual(
    processes.map(() => Math.max(2, count)),
  )
  return processes
}

/** Sends requests to the processes in turn and counts the granted ones. */
async function sendInTurns(processes: Limiter[], limit: Limit, times: number): Promise<number> {
  let granted = 0
  for (let sent = 0; sent < times; sent++)
    if ((await processes[sent % processes.length]?.take(limit, 'a reader'))?.allowed) granted++
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

test('assumes two processes if Redis was never reachable', async () => {
  redis.behave(fail)
  expect(await sendInTurns([new Limiter(redis)], limitOf(60), 70)).toBe(30)
  expect(await sendInTurns([new Limiter(redis)], limitOf(1), 70)).toBe(1)
})

test('grants the quota across processes while Redis is unavailable', async () => {
  const processes = await startProcesses(3)
  redis.behave(fail)
  expect(await sendInTurns(processes, limitOf(60), 300)).toBe(60)
  expect(await sendInTurns(processes, limitOf(5), 300)).toBe(3)
  expect(await sendInTurns(processes, limitOf(2), 300)).toBe(3)
})

test('grants only its remaining share while requests to Redis hang', async () => {
  const [one] = await startProcesses(3)
  if (!one) throw new Error('none was started')
  const limit = limitOf(60)
  expect(await sendInTurns([one], limit, 7)).toBe(7)
  redis.behave(fallSilent)
  const results = await Promise.all(Array.from({ length: 60 }, () => one.take(limit, 'a reader')))
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(13)
})

test('returns the share and its reset time when it rejects a request without Redis', async () => {
  const [one] = await startProcesses(3)
  const limit = limitOf(6)
  for (let sent = 0; sent < 4; sent++) {
    await one?.take(limit, 'a reader')
    clock.ms += 1_000
  }
  redis.behave(fail)
  expect(await one?.take(limit, 'a reader')).toEqual({
    allowed: false,
    remaining: 0,
    resetMs: 58_000,
    quota: 2,
  })
})

test('grants at most the quota with Redis and at most the quota without it', async () => {
  const processes = await startProcesses(3)
  const sent = fc.nat({ max: 25 })
  // The first process used, then the requests before, during and after an outage, repeated within
  // one minute.
  const phases = fc.array(fc.tuple(fc.nat({ max: 2 }), sent, sent, sent), {
    minLength: 1,
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(5, 20), phases, async (quota, each) => {
      const limit = limitOf(quota)
      const granted = { withRedis: 0, outage: 0 }
      for (const [sticky, before, outage, after] of each) {
        granted.withRedis += await sendInTurns(processes.slice(sticky), limit, before)
        redis.behave(fail)
        granted.outage += await sendInTurns(processes.slice(0, sticky + 1), limit, outage)
        granted.outage += await sendInTurns(processes, limit, 3 * outage)
        await restoreRedis(processes)
        granted.withRedis += await sendInTurns(processes, limit, 3 * after)
      }
      expect(granted.outage).toBeLessThanOrEqual(quota)
      expect(granted.withRedis).toBeLessThanOrEqual(quota)
    }),
    { seed: 12, numRuns: 6 },
  )
})

test('grants twice the quota if Redis fails and then recovers', async () => {
  const processes = await startProcesses(3)
  const limit = limitOf(60)
  redis.behave(fail)
  const outage = await sendInTurns(processes, limit, 200)
  await restoreRedis(processes)
  expect([outage, await sendInTurns(processes, limit, 200)]).toEqual([60, 60])
})

test('waits for the limit result but not for the heartbeat', async () => {
  const [one] = await startProcesses(2)
  clock.ms += 10_000
  const limit = limitOf(60)
  const unanswered: ServerResponse[] = []
  redis.behave((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (Buffer.concat(chunks).includes('ZADD')) unanswered.push(response)
      else
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end('[{"result":[1,59,60000]}]')
    })
  })
  expect(await one?.take(limit, 'a reader')).toMatchObject({ allowed: true, remaining: 59 })
  await vi.waitFor(() => expect(unanswered).toHaveLength(1))
  expect(await one?.take(limit, 'a reader')).toMatchObject({ allowed: true, remaining: 58 })
  unanswered[0]?.end('oh')
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1))
})
