import { z } from 'zod'
import type { Random } from '@/bench/random'
import { forkWithDatabase } from '@/tools/prove/machines/fork-with-database'
import { nextMessage } from '@/tools/prove/machines/next-message'
import type { Scene } from '@/tools/prove/scene'
import { inTurn, type Timed, Timings } from './timings'

/** What became of a write. `fault`: what was answered where it was not done. */
const written = z.object({ tookMs: z.number(), bytes: z.number(), fault: z.string().optional() })
export type Written = z.infer<typeof written>

/** Who does on one blog what is not done by its readers all day: its staff, its timers, who follows a mailed link. */
export type RareWriter = { names: string[]; write: (name: string) => Promise<Written> }

export async function startRareWriter(
  scene: Scene,
  blog: { url: string; database: { url: string } },
): Promise<RareWriter> {
  const child = forkWithDatabase(
    scene,
    'tools/prove/growth/write-rarely.ts',
    [blog.url],
    blog.database.url,
  )
  const who = 'who writes as the staff'
  const names = await nextMessage(child, who, z.array(z.string()))
  return {
    names,
    async write(name) {
      const told = nextMessage(child, who, written)
      child.send(name)
      return told
    },
  }
}

/**
 * How long each of the rare writes takes, of two blogs, as `timeBeside` times the others.
 * @throws where one was not done
 */
export async function timeRareWrites(
  one: RareWriter,
  other: RareWriter,
  rounds: number,
  chance: Random,
): Promise<Map<string, [Timed, Timed]>> {
  const [first, second] = [
    { writer: one, timings: new Timings() },
    { writer: other, timings: new Timings() },
  ]
  const faults = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    for (const name of chance.shuffle(one.names)) {
      for (const { writer, timings } of inTurn(first, second, round)) {
        const { fault, ...took } = await writer.write(name)
        if (fault !== undefined) faults.add(fault)
        timings.add(name, took)
      }
    }
    if (faults.size > 0) throw new Error([...faults].join('\n'))
  }
  return first.timings.beside(second.timings)
}
