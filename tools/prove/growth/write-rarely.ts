/**
 * Does what is written seldom, by its name, each time to something that was made for it, and tells how long the answer took.
 * In a process of its own, which has one blog's database and secret, and its checkout.
 */

import { z } from 'zod'
import { askRaw } from '@/tools/prove/load/ask-raw'
import type { Written } from './rare-writer'
import { listRareWrites } from './rare-writes'

const origin = process.argv[2] ?? ''
const writes = await listRareWrites(origin)

async function write(name: string): Promise<Written> {
  const prepared = await writes.get(name)?.()
  if (!prepared) throw new Error(`nobody knows how to do ${name}`)
  const begun = performance.now()
  const told = await askRaw(origin, prepared.request)
  const tookMs = performance.now() - begun
  const { status, text, location } = told
  const fault = (await prepared.isDone(told))
    ? {}
    : { fault: `${name} was answered ${status} ${location} ${text.slice(0, 300)}` }
  return { tookMs, bytes: Buffer.byteLength(text), ...fault }
}

// What it throws ends it, and so who waits for it hears of it.
process.on(
  'message',
  (name) => void write(z.string().parse(name)).then((told) => process.send?.(told)),
)
process.on('disconnect', () => process.exit())
process.send?.([...writes.keys()])
