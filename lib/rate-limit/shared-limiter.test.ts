import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRedis } from '@/test/servers/redis'
import { Circuit, SharedLimiter } from './shared-limiter'

const redis = await startRedis()
afterAll(redis.stop)

const clock = { ms: 1_000 }
let tests = 0

/** Creates a limiter with a unique name on a fake clock. */
function limiter(quota = 3) {
  return new SharedLimiter(`test-${tests++}`, quota, 60, redis, new Circuit(), () => clock.ms)
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  redis.behave(redis.serve)
})
afterEach(() => redis.behave(redis.serve))

test('shares one count between two processes', async () => {
  const name = `test-${tests++}`
  const [one, other] = [
    new SharedLimiter(name, 3, 60, redis),
    new SharedLimiter(name, 3, 60, redis),
  ]
  const results = [
    await one.take('reader'),
    await other.take('reader'),
    await one.take('reader'),
    await other.take('reader'),
  ]
  expect(results.map((result) => result?.allowed)).toEqual([true, true, true, false])
  expect(results.map((result) => result?.remaining)).toEqual([2, 1, 0, 0])
  expect(await one.take('somebody else')).toMatchObject({ allowed: true, remaining: 2 })
})

test('grants no more than the quota in any window across two processes', async () => {
  const name = `test-${tests++}`
  const both = [1, 2].map(
    () => new SharedLimiter(name, 3, 60, redis, new Circuit(), undefined, () => clock.ms),
  )
  const granted: number[] = []
  for (clock.ms = 59_900; clock.ms < 180_000; clock.ms += 1_000) {
    for (const one of both) if ((await one.take('reader'))?.allowed) granted.push(clock.ms)
  }
  expect(granted).toEqual([59_900, 59_900, 60_900, 119_900, 119_900, 120_900, 179_900, 179_900])
})

test('expires a client in Redis when its last request leaves the window', async () => {
  const name = `test-${tests++}`
  await new SharedLimiter(name, 3, 60, redis).take('reader')
  const remaining = Number(await redis.command(['PTTL', `afterword:${name}:reader`]))
  expect(remaining).toBeGreaterThan(50_000)
  expect(remaining).toBeLessThanOrEqual(60_000)
})

const faults = {
  'answers 500': (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(500).end('oh'),
  'answers HTML': (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome'),
  'breaks off': (_: unknown, response: import('node:http').ServerResponse) => response.destroy(),
  'never answers': () => {},
} as const

test.each(Object.entries(faults))('pauses requests to Redis when it %s', async (_, fault) => {
  redis.behave(fault)
  const limited = limiter()
  const before = redis.requests()
  expect(await limited.take('reader')).toBeUndefined()
  const sent = redis.requests() - before
  expect(sent).toBeGreaterThan(0)
  expect(await limited.take('reader')).toBeUndefined()
  expect(redis.requests() - before).toBe(sent)
  expect(console.warn).toHaveBeenCalledTimes(1)
})

test('does not wait for Redis after another limit saw it fail', async () => {
  redis.behave(faults['never answers'])
  const circuit = new Circuit()
  const [comments, views] = ['comments', 'views'].map(
    (name) => new SharedLimiter(`${name}-${tests++}`, 3, 60, redis, circuit, () => clock.ms),
  )
  await comments?.take('reader')
  const sent = redis.requests()
  expect(await views?.take('reader')).toBeUndefined()
  expect(redis.requests()).toBe(sent)
})

test('checks in the background whether Redis has recovered', async () => {
  redis.behave(faults['never answers'])
  const limited = limiter()
  await limited.take('reader')
  clock.ms += 5_000
  const sent = redis.requests()
  let answered = false
  const arrived = new Promise<void>((resolve) => redis.behave((_, __) => resolve()))
  void limited.take('reader').then(() => {
    answered = true
  })
  await arrived
  expect(answered).toBe(true)
  expect(redis.requests()).toBe(sent + 1)
})

test('counts in Redis again after recovery', async () => {
  redis.behave(faults['answers 500'])
  const limited = limiter()
  await limited.take('reader')
  redis.behave(redis.serve)
  clock.ms += 5_000
  expect(await limited.take('reader')).toBeUndefined()
  await vi.waitFor(async () =>
    expect(await limited.take('reader')).toMatchObject({ allowed: true }),
  )
})
