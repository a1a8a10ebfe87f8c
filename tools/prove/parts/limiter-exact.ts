import { Random } from '@/bench/support/random'
import { Limiter } from '@/lib/rate-limit/limiter'
import { SlidingLog } from '@/lib/rate-limit/sliding-log'
import { startRedis } from '@/test/servers/redis'
import { SlidingWindowLog } from '@/tools/prove/load/sliding-window-log'
import { usedHeapBytes } from '@/tools/prove/machines/collect-garbage'
import { Findings, type Part } from '@/tools/prove/part'
import type { Scene } from '@/tools/prove/scene'

const quota = 60
const windowMs = 60_000
const clientsMax = 100_000

export const limiterExact: Part = {
  name: 'limiter-exact',
  needs: ['redis-server'],
  promise:
    'a limiter never grants more than the limit in any minute, and remembers a bounded number of ' +
    'clients',
  async prove(scene) {
    const findings = new Findings()
    const steps = scene.choose(1_000_000, 200_000)
    simulateProcess(findings, steps, (now) => new SlidingLog(quota, windowMs, clientsMax, now))
    scene.log('simulated one process')
    simulateManyClients(scene, findings)
    scene.log('simulated many clients')
    await simulateShared(scene, findings)
    return findings
  },
}

/**
 * Returns the pause of a client that knows the limiter: bursts, waits of about one window, and long
 * pauses.
 */
function pauseMs(random: Random): number {
  const kind = random.below(1_000)
  if (kind < 900) return random.below(20)
  return kind < 997 ? random.below(1_000) : windowMs - 500 + random.below(1_000)
}

/**
 * Simulates requests to a limiter of 60 per minute with a fake clock and compares every decision
 * with the sliding window log.
 */
export function simulateProcess(
  findings: Findings,
  steps: number,
  limiterOf: (now: () => number) => Pick<SlidingLog, 'take'>,
): void {
  const clock = { ms: 0 }
  const random = new Random(14)
  const log = limiterOf(() => clock.ms)
  const exact = new SlidingWindowLog(quota, windowMs)
  for (let step = 0; step < steps; step++) {
    clock.ms += pauseMs(random)
    // A few clients send twice as many requests as allowed, and many send only some.
    const client = `client ${random.below(random.below(2) === 0 ? 4 : 2_000)}`
    exact.record(client, clock.ms, log.take(client).allowed)
  }
  reportLog(findings, 'in one process', exact)
  findings.measure('steps in one process', steps, '', 'lower')
}

/**
 * Simulates a million clients, more per minute than the limiter remembers, with a few that return
 * over several windows.
 */
function simulateManyClients(scene: Scene, findings: Findings): void {
  const clock = { ms: 0 }
  const before = usedHeapBytes()
  const log = new SlidingLog(quota, windowMs, clientsMax, () => clock.ms)
  const exact = new SlidingWindowLog(quota, windowMs)
  let maxSize = 0
  const newClients = scene.choose(1_000_000, 300_000)
  for (let newClient = 0; newClient < newClients; newClient++) {
    clock.ms += (2.5 * windowMs) / newClients
    log.take(`2001:db8:${newClient.toString(16)}::/64`)
    const regular = `regular ${newClient % 100}`
    if (newClient % 7 === 0) exact.record(regular, clock.ms, log.take(regular).allowed)
    maxSize = Math.max(maxSize, log.size)
  }
  const held = (usedHeapBytes() - before) / 1e6
  reportLog(findings, 'with many clients', exact)
  findings.expect(
    maxSize <= clientsMax,
    `the limiter remembered ${maxSize} of ${newClients} clients; its maximum is ${clientsMax}`,
  )
  findings.expect(held <= 64, `the limiter used ${held.toFixed(0)} MB`)
  findings.measure('clients', newClients, '', 'lower')
  findings.measure('clients remembered', maxSize, '')
  findings.measure('limiter memory', held, 'MB')
  clock.ms += windowMs
  for (let n = 0; n < clientsMax; n++) log.take('last client')
  findings.expect(
    log.size === 1,
    `a minute later, the limiter still remembered ${log.size} clients`,
  )
}

/** Simulates two processes that share Redis, with concurrent requests and a new client at each. */
async function simulateShared(scene: Scene, findings: Findings): Promise<void> {
  const redis = await startRedis()
  scene.onEnd(redis.stop)
  const clock = { ms: 1_000_000 }
  const random = new Random(15)
  const connection = { url: redis.url, token: redis.token }
  // Redis expires keys by its own clock, so the fake clock must not be slower.
  const startedAt = performance.now() - clock.ms
  const now = () => clock.ms
  const processes = ['one', 'other'].map(() => new Limiter(connection, now, now))
  const limit = { name: 'proof', quota, windowSeconds: windowMs / 1_000 }
  const exact = new SlidingWindowLog(quota, windowMs)
  const steps = scene.choose(1_000_000, 4_000)
  const before = await redisMemory(redis.command)
  let newClients = 0
  let unanswered = 0
  for (let step = 0; step < steps; step += 50) {
    if (step > 0 && step % 200_000 === 0) scene.log(`${step} steps in two processes`)
    clock.ms = Math.max(clock.ms + 10 * pauseMs(random), performance.now() - startedAt)
    const time = clock.ms
    const clients = Array.from({ length: 50 }, (_, place) =>
      place % 2 === 0 ? `client ${random.below(20)}` : `new client ${newClients++}`,
    )
    await Promise.all(
      clients.map(async (client, place) => {
        const response = await processes[place % 4 < 2 ? 0 : 1]?.take(limit, client)
        // Only a process that counts alone reports a quota.
        if (response && response.quota === undefined) exact.record(client, time, response.allowed)
        else unanswered++
      }),
    )
  }
  reportLog(findings, 'in two processes', exact)
  findings.expect(unanswered === 0, `Redis did not answer ${unanswered} of ${steps} requests`)
  const [, keys, expiring] =
    /keys=(\d+),expires=(\d+)/.exec(String(await redis.command(['INFO', 'keyspace']))) ?? []
  findings.expect(
    keys !== undefined && keys === expiring,
    `${expiring} of ${keys} keys in Redis have an expiry time`,
  )
  findings.measure(
    'Redis memory per client',
    ((await redisMemory(redis.command)) - before) / Number(keys),
    'B',
  )
  findings.measure('steps in two processes', steps, '', 'lower')
}

async function redisMemory(command: (args: string[]) => Promise<unknown>): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(String(await command(['INFO', 'memory'])))?.[1])
}

function reportLog(
  findings: Findings,
  where: string,
  { excess, rejected, wronglyRejected }: SlidingWindowLog,
): void {
  findings.expect(
    excess === 0,
    `${where}: ${excess} requests over the limit of ${quota} were allowed within a minute`,
  )
  findings.expect(rejected > 0, `${where}: no request was rejected, so the limit was never reached`)
  findings.expect(
    wronglyRejected === 0,
    `${where}: ${wronglyRejected} requests below the limit were rejected`,
  )
  findings.measure(`over the limit ${where}`, excess, '')
  findings.measure(`rejected ${where}`, rejected, '', 'lower')
}
