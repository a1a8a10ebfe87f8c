import { once } from 'node:events'
import { z } from 'zod'
import { withModules } from '@/lib/testing/with-module'
import type { ProvedServer } from './server'

const question = 'held bytes'
const answer = z.object({ heldBytes: z.number() })
const patienceMs = 30_000

/** The environment of a server that says how much it holds on to. */
export const tellsHeldBytes = withModules(`
  import v8 from 'node:v8'
  import vm from 'node:vm'
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread && process.send) {
    v8.setFlagsFromString('--expose-gc')
    const collect = vm.runInNewContext('gc')
    process.on('message', (asked) => {
      if (asked !== '${question}') return
      collect()
      const { heapUsed, external } = process.memoryUsage()
      process.send({ heldBytes: heapUsed + external })
    })
    // It ends as it would without.
    process.channel.unref()
  }`)

/**
 * What a server's main thread holds on to, in bytes: nothing that only waits to be thrown away is in it.
 * @throws where it does not say so for half a minute
 */
export async function askHeldBytes(server: Pick<ProvedServer, 'process'>): Promise<number> {
  const child = server.process()
  const answered = once(child, 'message', { signal: AbortSignal.timeout(patienceMs) })
  child.send(question)
  const [told] = await answered
  return answer.parse(told).heldBytes
}
