import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { z } from 'zod'
import { startMsMax, withTimeout } from '@/tools/prove/with-timeout'

/**
 * Resolves with the next message of a process.
 * @param name of the process in errors
 * @throws if it exits first, sends an invalid message, or exceeds the time limit
 */
export async function nextMessage<T>(
  child: ChildProcess,
  name: string,
  schema: z.ZodType<T>,
  msMax = startMsMax,
): Promise<T> {
  // Removes the exit listener, because many calls would accumulate listeners.
  const controller = new AbortController()
  const received = once(child, 'message', controller).then(([message]) => schema.parse(message))
  const ended = once(child, 'exit', controller).then(([code, signal]): never => {
    throw new Error(`${name} exited (${code ?? signal})`)
  })
  try {
    return await withTimeout(
      msMax,
      Promise.race([received, ended]),
      () => `${name} sent no message`,
    )
  } finally {
    controller.abort()
  }
}
