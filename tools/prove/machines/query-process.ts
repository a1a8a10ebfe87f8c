import type { z } from 'zod'
import { startMsMax, withTimeout } from '@/tools/prove/with-timeout'
import type { TestServer } from './server'

/**
 * Requests data from a module loaded into a server with `withModules`.
 * @throws if the server has exited or does not respond
 */
export function queryProcess<T>(
  server: TestServer,
  question: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const running = server.process()
  const heard = new Promise<unknown>((resolve, reject) => {
    const end = () =>
      reject(
        new Error(
          `the server exited before it reported its ${question}:\n` +
            `${server.output().slice(-2_000)}`,
        ),
      )
    running.once('exit', end)
    running.once('message', (reply) => {
      running.off('exit', end)
      resolve(reply)
    })
    running.send(question, (error) => error && end())
  })
  return withTimeout(
    startMsMax,
    heard.then(schema.parse),
    () => `the server did not report its ${question}`,
  )
}
