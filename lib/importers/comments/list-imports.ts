import 'server-only'
import { z } from 'zod'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'

const importsMax = 50

/** An earlier import of comments. */
export type ListedImport = {
  id: number
  format: string
  /** The names of the files. */
  source: string
  startedAt: Date
  state: 'finished' | 'unfinished' | 'undone'
  /** The number of comments that it added. Zero if it was interrupted and undone. */
  added: number
  changed: number
  /** The number of comments that it added and that still exist. */
  remaining: number
}

type Row = Omit<ListedImport, 'state' | 'added' | 'changed'> & {
  finishedAt: Date | null
  undoneAt: Date | null
  report: unknown
}

const counts = z.object({ added: z.int(), changed: z.int() })

/**
 * Returns the latest imports of comments, newest first.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listImports(actor: Actor | undefined): Promise<ListedImport[]> {
  requireRole(actor, 'owner')
  const rows = await query(
    (client) => client.$queryRaw<Row[]>`
      SELECT id, format, source, started_at AS "startedAt", finished_at AS "finishedAt",
             undone_at AS "undoneAt", report,
             (SELECT count(comment_id)::integer FROM imported_comments
               WHERE import_id = imports.id) AS remaining
        FROM imports ORDER BY id DESC LIMIT ${importsMax}`,
  )
  return rows.map(({ finishedAt, undoneAt, report, ...row }) => {
    const { added = row.remaining, changed = 0 } = counts.safeParse(report).data ?? {}
    const finished = finishedAt ? 'finished' : 'unfinished'
    return { ...row, added, changed, state: undoneAt ? 'undone' : finished }
  })
}
