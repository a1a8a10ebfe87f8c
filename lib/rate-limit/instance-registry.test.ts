import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startRedis } from '@/test/servers/redis'
import { InstanceRegistry, registerKey } from './instance-registry'

const redis = await startRedis()
afterAll(redis.stop)

const clock = { ms: 1_000 }

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  redis.behave(redis.serve)
  await redis.command(['FLUSHALL'])
})

const startRegisters = (count: number) =>
  Array.from({ length: count }, () => new InstanceRegistry(redis, () => clock.ms))

/** All of them say that they are there, so often. */
async function sayAll(registers: InstanceRegistry[], times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    clock.ms += 10_000
    for (const register of registers) await register.say()
  }
}

const counted = (registers: InstanceRegistry[]) => registers.map(({ processes }) => processes)

/** What Redis holds is so old. */
async function age(ms: number): Promise<void> {
  const members = z
    .string()
    .array()
    .parse(await redis.command(['ZRANGE', registerKey, '0', '-1']))
  for (const member of members) await redis.command(['ZINCRBY', registerKey, `-${ms}`, member])
}

test('each process hears how many there are', async () => {
  const registers = startRegisters(3)
  await sayAll(registers)
  expect(counted(registers)).toEqual([2, 2, 3])
  await sayAll(registers)
  expect(counted(registers)).toEqual([3, 3, 3])
})

test('one alone takes itself for one of two until it has heard for 20 s that there is no other', async () => {
  const registers = startRegisters(1)
  await sayAll(registers, 2)
  expect(counted(registers)).toEqual([2])
  await sayAll(registers)
  expect(counted(registers)).toEqual([1])
})

test('it is said once in 10 s, however many are asked', async () => {
  const register = new InstanceRegistry(redis, () => clock.ms)
  clock.ms += 10_000
  const before = redis.requests()
  await Promise.all(Array.from({ length: 50 }, () => register.say()))
  clock.ms += 9_999
  await register.say()
  expect(redis.requests() - before).toBe(1)
  clock.ms += 1
  await register.say()
  expect(redis.requests() - before).toBe(2)
})

test('who is asked nothing says it every 20 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const register = new InstanceRegistry(redis, () => clock.ms)
    for (let n = 0; n < 3; n++) {
      const said = new Promise<void>((resolve) =>
        redis.behave((request, response) => {
          redis.serve(request, response)
          response.once('close', resolve)
        }),
      )
      clock.ms += 20_000
      if (n === 0) register.keepSaying()
      else vi.advanceTimersByTime(20_000)
      await said
    }
  } finally {
    vi.useRealTimers()
  }
})

test('who was not heard of for a minute is counted no more', async () => {
  const registers = startRegisters(3)
  await sayAll(registers, 2)
  await age(59_000)
  const alive = registers.slice(1)
  await sayAll(alive, 4)
  expect(counted(alive)).toEqual([3, 3])
  await age(2_000)
  await sayAll(alive, 3)
  expect(counted(alive)).toEqual([2, 2])
})

test('where Redis forgot all, or was away for long, nobody takes himself for the only one before the others were heard', async () => {
  const registers = startRegisters(3)
  await sayAll(registers, 2)
  await redis.command(['FLUSHALL'])
  await registers[0]?.say()
  clock.ms += 10_000
  await registers[0]?.say()
  expect(counted(registers)).toEqual([3, 3, 3])
  redis.behave((_, response) => response.writeHead(500).end('oh'))
  await sayAll(registers, 60)
  redis.behave(redis.serve)
  clock.ms += 10_000
  await registers[0]?.say()
  expect(counted(registers)).toEqual([3, 3, 3])
  await sayAll(registers, 4)
  expect(counted(registers)).toEqual([3, 3, 3])
})

test('where it fails, nothing is thrown, what was heard last stands, and the log says so once', async () => {
  const registers = startRegisters(3)
  await sayAll(registers, 2)
  for (const [status, body] of [
    [500, 'oh'],
    [200, '<h1>Welcome'],
    [200, '{"result":"many"}'],
  ] as const) {
    redis.behave((_, response) => response.writeHead(status).end(body))
    await sayAll(registers)
  }
  expect(counted(registers)).toEqual([3, 3, 3])
  expect(console.warn).toHaveBeenCalledTimes(3)
})

test('Redis forgets all of them a minute after the last', async () => {
  await sayAll(startRegisters(1))
  const remaining = Number(await redis.command(['PTTL', registerKey]))
  expect(remaining).toBeGreaterThan(50_000)
  expect(remaining).toBeLessThanOrEqual(60_000)
})
