import 'server-only'
import { erasedNetwork, erasedText } from '@/lib/comments/erased-columns'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'

const timeoutMs = 10 * 60_000

/** Number of comments per statement, which takes far less than the query timeout. */
const commentsAtOnce = 1_000

/**
 * Removes what an import added: its comments, and its threads that have nothing else. A comment to
 * which readers replied here becomes a tombstone, so that the replies stay. Comments that the
 * import updated keep their new text.
 * @throws NotFound; DatabaseUnavailable
 */
export async function undoImport(id: number): Promise<{ removed: number; tombstones: number }> {
  return query((client) =>
    client.$transaction(
      async (transaction) => {
        const undone = await transaction.$executeRaw`
          UPDATE imports SET undone_at = now() WHERE id = ${id} AND undone_at IS NULL`
        if (undone === 0) throw new NotFound('import', id)
        await transaction.$executeRaw`SELECT set_config('afterword.import', 'on', true)`
        // Comments of this import above a reply that it did not add.
        const kept = await transaction.$queryRaw<{ id: number }[]>`
          WITH RECURSIVE added AS MATERIALIZED (
            SELECT comment_id AS id FROM imported_comments
             WHERE import_id = ${id} AND comment_id IS NOT NULL
          ), kept AS (
            SELECT parent_id AS id FROM comments JOIN added ON added.id = parent_id
             WHERE NOT EXISTS (SELECT 1 FROM added WHERE added.id = comments.id)
            UNION
            SELECT parent_id FROM comments JOIN kept USING (id) WHERE parent_id IS NOT NULL
          )
          SELECT DISTINCT id FROM kept JOIN added USING (id)`
        const keptIds = kept.map((comment) => comment.id)
        await transaction.$executeRaw`
          UPDATE comments SET ${erasedText}, ${erasedNetwork}, status = 'deleted'
           WHERE id = ANY(${keptIds}::integer[])`
        const added = await transaction.$queryRaw<{ count: number }[]>`
          SELECT count(DISTINCT comment_id)::integer AS count FROM imported_comments
           WHERE import_id = ${id}`
        await deleteComments(transaction, id, new Set(keptIds))
        await transaction.$executeRaw`DELETE FROM imported_comments WHERE import_id = ${id}`
        await transaction.$executeRaw`
          DELETE FROM threads WHERE import_id = ${id}
            AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.id = threads.id)
            AND NOT EXISTS (SELECT 1 FROM comments WHERE post_id = threads.id)
            AND NOT EXISTS (SELECT 1 FROM view_counts WHERE post_id = threads.id)`
        const removed = (added[0]?.count ?? 0) - keptIds.length
        return { removed, tombstones: keptIds.length }
      },
      { timeout: timeoutMs },
    ),
  )
}

/** Deletes the comments that an import added, except those to keep. */
async function deleteComments(
  transaction: Prisma.TransactionClient,
  importId: number,
  keptIds: ReadonlySet<number>,
): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const rows: { id: number }[] = await transaction.$queryRaw`
      SELECT comment_id AS id FROM imported_comments
       WHERE import_id = ${importId} AND comment_id > ${last}
       ORDER BY comment_id LIMIT ${commentsAtOnce}`
    const ids = rows.map(({ id }) => id).filter((id) => !keptIds.has(id))
    // Deleted first, so that the foreign key has nothing to update.
    await transaction.$executeRaw`
      DELETE FROM imported_comments
       WHERE import_id = ${importId} AND comment_id = ANY(${ids}::integer[])`
    await transaction.$executeRaw`DELETE FROM comments WHERE id = ANY(${ids}::integer[])`
    last = rows.at(-1)?.id
  }
}
