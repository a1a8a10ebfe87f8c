import { createHmac } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import type { Scene } from '@/tools/prove/scene'

/**
 * The result of one attempt. Status 0 means no complete response, so the outcome is unknown. With
 * `isUnsent`, nothing listened, so nothing was written.
 */
const entry = z.object({
  kind: z.enum(['comment', 'view']),
  key: z.string(),
  at: z.number(),
  status: z.number(),
  isUnsent: z.boolean().exactOptional(),
})
export type Entry = z.infer<typeof entry>

/**
 * Records the responses to each client in a file, before the client continues. The audit relies on
 * these files.
 */
export class Ledger {
  readonly #directory: string

  constructor(scene: Scene, name = 'ledger') {
    this.#directory = path.join(scene.directory, name)
    mkdirSync(this.#directory)
  }

  /** @returns a function that records the responses of a client */
  openFor(client: number, scene: Scene): (entry: Entry) => void {
    const file = openSync(path.join(this.#directory, `${client}.jsonl`), 'a')
    scene.onEnd(() => closeSync(file))
    return (recorded) => void writeSync(file, `${JSON.stringify(recorded)}\n`)
  }

  #read(kind: Entry['kind']): Map<string, Entry[]> {
    const byKey = new Map<string, Entry[]>()
    const entries = readdirSync(this.#directory)
      .flatMap((name) =>
        readFileSync(path.join(this.#directory, name), 'utf8').split('\n').filter(Boolean),
      )
      .map((line) => entry.parse(JSON.parse(line)))
      .filter((recorded) => recorded.kind === kind)
    for (const recorded of entries)
      byKey.set(recorded.key, [...(byKey.get(recorded.key) ?? []), recorded])
    return byKey
  }

  /**
   * Compares the files with the database by key. A comment ends with its key, and a view leaves a
   * mark of its key beside its count.
   * @param viewsBefore views counted before the ledger started
   */
  async audit({ sql }: Pick<TestPostgres, 'sql'>, { viewsBefore = 0 } = {}): Promise<Audit> {
    const comments = await sql<{ key: string; rows: number }>(
      `SELECT substring(content FROM '\\S+$') AS key, count(*)::integer AS rows FROM comments
       WHERE author_name = '${proverName}' GROUP BY 1`,
    )
    const ofComments = compare(
      this.#read('comment'),
      new Map(comments.map(({ key, rows }) => [key, rows])),
    )
    const views = this.#read('view')
    const marks = await countMarks(sql, views.keys())
    const ofViews = compare(views, marks)
    // A mark without a count is a lost view; a count without a mark is a view that was never sent.
    const [sums] = await sql<{ counted: number; total: number }>(
      `SELECT (SELECT coalesce(sum(views), 0)::integer FROM view_counts) AS counted,
       (SELECT coalesce(sum(views), 0)::integer FROM view_totals) AS total`,
    )
    const counted = (sums?.counted ?? 0) - viewsBefore
    return {
      comments: ofComments.acknowledged,
      views: ofViews.acknowledged,
      tried: { comments: ofComments.tried, views: ofViews.tried },
      unknown: ofComments.unknown + ofViews.unknown,
      lost: ofComments.lost + ofViews.lost + Math.max(0, marks.size - counted),
      phantoms: ofComments.phantoms + ofViews.phantoms + Math.max(0, counted - marks.size),
      duplicates: ofComments.duplicates + ofViews.duplicates,
      totalDifference: Math.abs((sums?.total ?? 0) - (sums?.counted ?? 0)),
    }
  }
}

export type Audit = {
  /** Acknowledged writes. */
  comments: number
  views: number
  /** Keys that were sent. */
  tried: { comments: number; views: number }
  unknown: number
  lost: number
  phantoms: number
  duplicates: number
  /** The difference between the displayed totals and the counted views. */
  totalDifference: number
}

/** Compares the recorded responses for each key with the number of stored rows. */
function compare(attempts: Map<string, Entry[]>, rowsOf: Map<string, number>) {
  const states = new Map([...attempts].map(([key, tries]) => [key, stateOf(tries)]))
  const withState = (expected: State) =>
    [...states].flatMap(([key, state]) => (state === expected ? [key] : []))
  const acknowledged = withState('acknowledged')
  return {
    tried: attempts.size,
    acknowledged: acknowledged.length,
    unknown: withState('unknown').length,
    lost: acknowledged.filter((key) => !rowsOf.has(key)).length,
    phantoms: [...rowsOf.keys()].filter((key) => (states.get(key) ?? 'refused') === 'refused')
      .length,
    duplicates: [...rowsOf.values()].filter((rows) => rows > 1).length,
  }
}

/**
 * Returns the marks of views with these keys, each with the slug of its thread. A mark is
 * HMAC-SHA-256 with the salt of the day, truncated to 128 bits. Its input includes `SITE_URL`,
 * which is not set here.
 */
export async function readMarks(
  sql: TestPostgres['sql'],
  keys: Iterable<string>,
): Promise<{ key: string; thread: string | null }[]> {
  const salts = await sql<{ salt: Uint8Array }>('SELECT salt FROM daily_salts')
  const keyOf = new Map(
    [...keys].flatMap((key) =>
      salts.map(({ salt }) => {
        const input = JSON.stringify(['request', '', `key:${key}`])
        return [createHmac('sha256', salt).update(input).digest('hex').slice(0, 32), key] as const
      }),
    ),
  )
  const marks = await sql<{ mark: string; thread: string | null }>(
    `SELECT replace(mark::text, '-', '') AS mark, slug AS thread
       FROM view_marks LEFT JOIN threads ON threads.id = post_id`,
  )
  return marks.flatMap(({ mark, thread }) => {
    const key = keyOf.get(mark)
    return key === undefined ? [] : [{ key, thread }]
  })
}

/** Returns the number of marks for each key; keys without marks are omitted. */
async function countMarks(
  sql: TestPostgres['sql'],
  keys: Iterable<string>,
): Promise<Map<string, number>> {
  const rowsOf = new Map<string, number>()
  for (const { key } of await readMarks(sql, keys)) rowsOf.set(key, (rowsOf.get(key) ?? 0) + 1)
  return rowsOf
}

/** The author name of all comments of the suite. */
export const proverName = 'Prover'

type State = 'acknowledged' | 'unknown' | 'refused'

/**
 * Returns the state of a key. It is refused if each response means that nothing was written, or
 * nothing listened. A 503 may follow a successful write.
 */
function stateOf(tries: Entry[]): State {
  if (tries.some(({ status }) => status === 201 || status === 200)) return 'acknowledged'
  return tries.some(({ status, isUnsent }) => (status === 0 && !isUnsent) || status >= 500)
    ? 'unknown'
    : 'refused'
}
