import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'

const importsMax = 50

/** An earlier import of comments. */
export type ListedImport = {
  id: number
  format: string
  /** The names of the files. */
  source: string
  startedAt: Date
  state: 'running' | 'finished' | 'interrupted' | 'undone'
  /** The number of comments that it added. Zero if it was interrupted and undone. */
  added: number
  changed: number
  /** The number of comments that it added and that still exist. */
  remaining: number
}

/**
 * Returns the latest imports of comments, newest first.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listImports(actor: Actor | undefined): Promise<ListedImport[]> {
  requireRole(actor, 'owner')
  // An import locks its row while it stores a thread, and then records the time.
  return queryRows<ListedImport>`
    WITH unlocked AS (SELECT id, report->>'activeAt' AS active_at FROM imports
      WHERE finished_at IS NULL FOR SHARE SKIP LOCKED)
    SELECT id, format, source, started_at AS "startedAt",
           CASE WHEN undone_at IS NOT NULL THEN 'undone'
                WHEN finished_at IS NOT NULL THEN 'finished'
                WHEN unlocked.id IS NULL
                  OR active_at::timestamptz > now() - interval '1 minute' THEN 'running'
                ELSE 'interrupted' END AS state,
           coalesce((report->>'added')::integer, remaining) AS added,
           coalesce((report->>'changed')::integer, 0) AS changed, remaining
      FROM imports LEFT JOIN unlocked USING (id) CROSS JOIN LATERAL (
        SELECT count(DISTINCT comment_id)::integer AS remaining FROM imported_comments
         WHERE import_id = imports.id) AS stored
     ORDER BY id DESC LIMIT ${importsMax}`
}
