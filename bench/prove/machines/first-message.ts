import type { ChildProcess } from 'node:child_process'
import type { z } from 'zod'
import { startMsMax, within } from '@/bench/prove/within'

/**
 * What a process of the proof's own says first.
 * @param name of it, as an error has it
 * @throws where it ends before it has said anything, says something else, or says nothing for so long
 */
export function firstMessage<T>(child: ChildProcess, name: string, schema: z.ZodType<T>, msMax = startMsMax): Promise<T> {
  const heard = new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code, signal) => reject(new Error(`${name} ended (${code ?? signal})`)))
    child.once('error', reject)
  })
  return within(msMax, heard.then(schema.parse), () => `${name} has said nothing`)
}
