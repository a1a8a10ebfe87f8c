import { z } from 'zod'
import type { Random } from '@/bench/support/random'
import { forkWithDatabase } from '@/tools/prove/machines/fork-with-database'
import { nextMessage } from '@/tools/prove/machines/next-message'
import type { Scene } from '@/tools/prove/scene'
import { alternate, type Timed, Timings } from './timings'

/** The result of a write. `fault` is the response if the write failed. */
const written = z.object({ tookMs: z.number(), bytes: z.number(), fault: z.string().optional() })
export type TimedWrite = z.infer<typeof written>

/** Performs the infrequent writes on one blog: those of staff, timers and links in e-mails. */
export type InfrequentWriteTimer = { names: string[]; write: (name: string) => Promise<TimedWrite> }

export async function startInfrequentWriteTimer(
  scene: Scene,
  blog: { url: string; database: { url: string } },
): Promise<InfrequentWriteTimer> {
  const child = forkWithDatabase(
    scene,
    'tools/prove/growth/infrequent-write-process.ts',
    [blog.url],
    blog.database.url,
  )
  const who = 'the process for infrequent writes'
  const names = await nextMessage(child, who, z.array(z.string()))
  return {
    names,
    async write(name) {
      const response = nextMessage(child, who, written)
      child.send(name)
      return response
    },
  }
}

/**
 * Measures the infrequent writes of two blogs, as `timeAlternately` does for reads.
 * @throws if a write failed
 */
export async function timeInfrequentWrites(
  one: InfrequentWriteTimer,
  other: InfrequentWriteTimer,
  rounds: number,
  chance: Random,
): Promise<Map<string, [Timed, Timed]>> {
  const first = { writer: one, timings: new Timings() }
  const second = { writer: other, timings: new Timings() }
  const faults = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    for (const name of chance.shuffle(one.names)) {
      for (const { writer, timings } of alternate(first, second, round)) {
        const { fault, ...took } = await writer.write(name)
        if (fault !== undefined) faults.add(fault)
        timings.add(name, took)
      }
    }
    if (faults.size > 0) throw new Error([...faults].join('\n'))
  }
  return first.timings.beside(second.timings)
}
