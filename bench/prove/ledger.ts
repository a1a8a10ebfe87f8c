import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { ProvedPostgres } from './postgres'
import type { Scene } from './scene'

/**
 * What one attempt came to. Status 0: no whole answer, so nobody knows whether it was done; unless nobody heard it, so
 * that it was certainly not.
 */
const entry = z.object({
  kind: z.enum(['comment', 'view']),
  key: z.string(),
  at: z.number(),
  status: z.number(),
  isUnheard: z.boolean().exactOptional(),
})
export type Entry = z.infer<typeof entry>

/** What a client was told, in a file of its own, written before it goes on: what the audit believes. */
export class Ledger {
  readonly #directory: string

  constructor(scene: Scene, name = 'ledger') {
    this.#directory = path.join(scene.directory, name)
    mkdirSync(this.#directory)
  }

  /** @returns what a client notes its answers with */
  openFor(client: number, scene: Scene): (entry: Entry) => void {
    const file = openSync(path.join(this.#directory, `${client}.jsonl`), 'a')
    scene.onEnd(() => closeSync(file))
    return (noted) => void writeSync(file, `${JSON.stringify(noted)}\n`)
  }

  #read(kind: Entry['kind']): Map<string, Entry[]> {
    const byKey = new Map<string, Entry[]>()
    const entries = readdirSync(this.#directory)
      .flatMap((name) => readFileSync(path.join(this.#directory, name), 'utf8').split('\n').filter(Boolean))
      .map((line) => entry.parse(JSON.parse(line)))
      .filter((noted) => noted.kind === kind)
    for (const noted of entries) byKey.set(noted.key, [...(byKey.get(noted.key) ?? []), noted])
    return byKey
  }

  /**
   * Holds the files against the database. A comment carries its key as the last word of its content.
   * A view is a reader of his own, so every one that is acknowledged is one more in the sums.
   */
  async audit(postgres: Pick<ProvedPostgres, 'sql'>): Promise<Audit> {
    const comments = this.#read('comment')
    const stored = await postgres.sql<{ key: string; rows: number }>(
      `SELECT substring(content FROM '\\S+$') AS key, count(*)::integer AS rows FROM comments WHERE author_name = '${proverName}' GROUP BY 1`,
    )
    const rowsOf = new Map(stored.map(({ key, rows }) => [key, rows]))
    const [views] = await postgres.sql<{ views: number }>('SELECT coalesce(sum(views), 0)::integer AS views FROM view_counts')
    const ofViews = [...this.#read('view').values()].map(stateOf)
    const counted = views?.views ?? 0
    const acknowledged = ofViews.filter((state) => state === 'acknowledged').length
    const unknown = ofViews.filter((state) => state === 'unknown').length
    return {
      acknowledged: acknowledged + [...comments.values()].filter((tries) => stateOf(tries) === 'acknowledged').length,
      unknown: unknown + [...comments.values()].filter((tries) => stateOf(tries) === 'unknown').length,
      lost:
        [...comments].filter(([key, tries]) => stateOf(tries) === 'acknowledged' && !rowsOf.has(key)).length +
        Math.max(0, acknowledged - counted),
      ghosts:
        [...rowsOf.keys()].filter((key) => stateOf(comments.get(key) ?? []) === 'refused').length +
        Math.max(0, counted - acknowledged - unknown),
      doubles: [...rowsOf.values()].filter((rows) => rows > 1).length,
    }
  }
}

export type Audit = { acknowledged: number; unknown: number; lost: number; ghosts: number; doubles: number }

/** Who wrote the comments of a proof. */
export const proverName = 'Prover'

/** A refusal is an answer that says nothing was done, or a port at which nobody listened; a 503 may come after the database had done it. */
function stateOf(tries: Entry[]): 'acknowledged' | 'unknown' | 'refused' {
  if (tries.some(({ status }) => status === 201 || status === 200)) return 'acknowledged'
  return tries.some(({ status, isUnheard }) => (status === 0 && !isUnheard) || status >= 500) ? 'unknown' : 'refused'
}
