import type { z } from 'zod'
import { startMsMax, withTimeout } from '@/tools/prove/with-timeout'
import type { TestServer } from './server'

/**
 * Requests data from a module loaded into a server with `withModules`.
 * @throws if the server has exited or does not respond
 */
export function queryProcess<T>(
  server: TestServer,
  subject: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const running = server.process()
  const received = new Promise<unknown>((resolve, reject) => {
    const end = () =>
      reject(
        new Error(
          `the server exited before it reported its ${subject}:\n` +
            `${server.output().slice(-2_000)}`,
        ),
      )
    running.once('exit', end)
    running.once('message', (reply) => {
      running.off('exit', end)
      resolve(reply)
    })
    running.send(subject, (error) => error && end())
  })
  return withTimeout(
    startMsMax,
    received.then(schema.parse),
    () => `the server did not report its ${subject}`,
  )
}
