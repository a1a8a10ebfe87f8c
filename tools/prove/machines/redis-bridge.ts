import { fork } from 'node:child_process'
import { z } from 'zod'
import type { Scene } from '@/tools/prove/scene'
import { killTree } from './killed-processes'
import { nextMessage } from './next-message'

const listening = z.object({ url: z.string(), redisUrl: z.string(), token: z.string() })

/**
 * Starts Redis with a bridge for Upstash's protocol in a separate process, so that the load
 * generator does not delay its responses.
 */
export async function startRedisBridge(scene: Scene): Promise<z.infer<typeof listening>> {
  const child = fork(new URL('./redis-bridge-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  scene.onEnd(() => killTree(child))
  return nextMessage(child, 'the bridge to Redis', listening)
}
