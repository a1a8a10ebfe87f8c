import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { z } from 'zod'
import { startMsMax, within } from '@/tools/prove/within'

/**
 * What a process of the proof's own says next.
 * @param name of it, as an error has it
 * @throws where it ends before it says anything, says something else, or says nothing for so long
 */
export async function nextMessage<T>(
  child: ChildProcess,
  name: string,
  schema: z.ZodType<T>,
  msMax = startMsMax,
): Promise<T> {
  // Asked of often, it would gather listeners that wait for its end.
  const over = new AbortController()
  const heard = once(child, 'message', over).then(([message]) => schema.parse(message))
  const ended = once(child, 'exit', over).then(([code, signal]): never => {
    throw new Error(`${name} ended (${code ?? signal})`)
  })
  try {
    return await within(msMax, Promise.race([heard, ended]), () => `${name} has said nothing`)
  } finally {
    over.abort()
  }
}
