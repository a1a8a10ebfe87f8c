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

/** Sends heartbeats from all processes, `times` times. */
async function sendHeartbeats(registers: InstanceRegistry[], times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    clock.ms += 10_000
    for (const register of registers) await register.sendHeartbeat()
  }
}

const counted = (registers: InstanceRegistry[]) => registers.map(({ processes }) => processes)

/** Ages all entries in Redis. */
async function age(ms: number): Promise<void> {
  const members = z
    .string()
    .array()
    .parse(await redis.command(['ZRANGE', registerKey, '0', '-1']))
  for (const member of members) await redis.command(['ZINCRBY', registerKey, `-${ms}`, member])
}

test('counts all registered processes', async () => {
  const registers = startRegisters(3)
  await sendHeartbeats(registers)
  expect(counted(registers)).toEqual([2, 2, 3])
  await sendHeartbeats(registers)
  expect(counted(registers)).toEqual([3, 3, 3])
})

test('assumes two processes until 20 s have passed without another heartbeat', async () => {
  const registers = startRegisters(1)
  await sendHeartbeats(registers, 2)
  expect(counted(registers)).toEqual([2])
  await sendHeartbeats(registers)
  expect(counted(registers)).toEqual([1])
})

test('sends one heartbeat per 10 s regardless of the number of requests', async () => {
  const register = new InstanceRegistry(redis, () => clock.ms)
  clock.ms += 10_000
  const before = redis.requests()
  await Promise.all(Array.from({ length: 50 }, () => register.sendHeartbeat()))
  clock.ms += 9_999
  await register.sendHeartbeat()
  expect(redis.requests() - before).toBe(1)
  clock.ms += 1
  await register.sendHeartbeat()
  expect(redis.requests() - before).toBe(2)
})

test('sends a heartbeat every 20 s while idle', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const register = new InstanceRegistry(redis, () => clock.ms)
    for (let n = 0; n < 3; n++) {
      const sent = new Promise<void>((resolve) =>
        redis.behave((request, response) => {
          redis.serve(request, response)
          response.once('close', resolve)
        }),
      )
      clock.ms += 20_000
      if (n === 0) register.startHeartbeat()
      else vi.advanceTimersByTime(20_000)
      await sent
    }
  } finally {
    vi.useRealTimers()
  }
})

test('stops counting a process one minute after its last heartbeat', async () => {
  const registers = startRegisters(3)
  await sendHeartbeats(registers, 2)
  await age(59_000)
  const alive = registers.slice(1)
  await sendHeartbeats(alive, 4)
  expect(counted(alive)).toEqual([3, 3])
  await age(2_000)
  await sendHeartbeats(alive, 3)
  expect(counted(alive)).toEqual([2, 2])
})

test('keeps the known count after Redis lost its data or was unavailable', async () => {
  const registers = startRegisters(3)
  await sendHeartbeats(registers, 2)
  await redis.command(['FLUSHALL'])
  await registers[0]?.sendHeartbeat()
  clock.ms += 10_000
  await registers[0]?.sendHeartbeat()
  expect(counted(registers)).toEqual([3, 3, 3])
  redis.behave((_, response) => response.writeHead(500).end('oh'))
  await sendHeartbeats(registers, 60)
  redis.behave(redis.serve)
  clock.ms += 10_000
  await registers[0]?.sendHeartbeat()
  expect(counted(registers)).toEqual([3, 3, 3])
  await sendHeartbeats(registers, 4)
  expect(counted(registers)).toEqual([3, 3, 3])
})

test('keeps the last count and logs an outage once per process', async () => {
  const registers = startRegisters(3)
  await sendHeartbeats(registers, 2)
  for (const [status, body] of [
    [500, 'oh'],
    [200, '<h1>Welcome'],
    [200, '{"result":"many"}'],
  ] as const) {
    redis.behave((_, response) => response.writeHead(status).end(body))
    await sendHeartbeats(registers)
  }
  expect(counted(registers)).toEqual([3, 3, 3])
  expect(console.warn).toHaveBeenCalledTimes(3)
})

test('expires the registry in Redis after one minute', async () => {
  await sendHeartbeats(startRegisters(1))
  const remaining = Number(await redis.command(['PTTL', registerKey]))
  expect(remaining).toBeGreaterThan(50_000)
  expect(remaining).toBeLessThanOrEqual(60_000)
})
