/**
 * Performs infrequent writes by name, each on newly created data, and reports the response time.
 * Runs in a separate process with the database, secret and checkout of one blog.
 */

import { z } from 'zod'
import { sendRawRequest } from '@/tools/prove/load/send-raw-request'
import type { TimedWrite } from './infrequent-write-timer'
import { listInfrequentWrites } from './infrequent-writes'

const origin = process.argv[2] ?? ''
const writes = await listInfrequentWrites(origin)

async function write(name: string): Promise<TimedWrite> {
  const prepared = await writes.get(name)?.()
  if (!prepared) throw new Error(`unknown write: ${name}`)
  const startedAt = performance.now()
  const response = await sendRawRequest(origin, prepared.request)
  const tookMs = performance.now() - startedAt
  const { status, text, location } = response
  const fault = (await prepared.isDone(response))
    ? {}
    : { fault: `${name} returned ${status} ${location} ${text.slice(0, 300)}` }
  return { tookMs, bytes: Buffer.byteLength(text), ...fault }
}

// An error ends this process, which the parent process notices.
process.on(
  'message',
  (name) => void write(z.string().parse(name)).then((response) => process.send?.(response)),
)
process.on('disconnect', () => process.exit())
process.send?.([...writes.keys()])
