import { spawn } from 'node:child_process'
import { createClient } from '@redis/client'
import { freePort } from '@/scripts/embedded-postgres'
import { programPath } from '@/test/servers/find-program'
import type { Scene } from '@/tools/prove/scene'
import { startMsMax, withTimeout } from '@/tools/prove/with-timeout'
import { killTree } from './killed-processes'
import type { Machine } from './network-machines'

/** Starts Redis on one machine, and on another a replica that can take over. */
export async function startReplicatedRedis(scene: Scene, [first, second]: [Machine, Machine]) {
  const port = await freePort()
  const primary = await startRedis(scene, first, port)
  await startRedis(scene, second, port, ['--replicaof', first.address, String(port)])
  const client = await createClient({ url: `redis://${second.address}:${port}` }).connect()
  scene.onEnd(() => client.destroy())
  return {
    port,
    killPrimary: () => killTree(primary),
    promoteReplica: () => client.sendCommand(['REPLICAOF', 'NO', 'ONE']),
  }
}

async function startRedis(scene: Scene, machine: Machine, port: number, more: string[] = []) {
  const [program = '', ...args] = [...machine.enter, programPath('redis-server')]
  const options = ['--port', String(port), '--protected-mode', 'no', '--save', '', ...more]
  const redis = spawn(program, [...args, ...options], {
    cwd: scene.directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  scene.onEnd(() => killTree(redis))
  const ready = more.length > 0 ? 'MASTER <-> REPLICA sync: Finished' : 'Ready to accept'
  const started = new Promise<void>((resolve, reject) => {
    let log = ''
    redis.stdout.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000)
      if (log.includes(ready)) resolve()
    })
    redis.once('error', reject)
    redis.once('exit', () => reject(new Error(`Redis did not start:\n${log}`)))
  })
  await withTimeout(startMsMax, started, () => 'Redis did not start')
  return redis
}
