import 'server-only'
import { commentLimits } from '@/lib/comments/comment'
import { erasedNetwork, erasedText } from '@/lib/comments/erased-columns'
import { executeSql, inTransaction, queryRows } from '@/lib/db/client'
import { keysetPages, pageRows } from '@/lib/db/keyset-pages'
import { NotFound } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Milliseconds for a batch, which may wait for readers who reply at the same time. */
const timeoutMs = 60_000

/** Rows that one transaction removes, far below the query timeout. */
const rowsPerBatch = 1_000

/**
 * The `source_hash` of a tombstone that an undone import has left. No other comment has it, so the
 * next import knows which tombstones it may restore.
 */
export const undoneHash = 'deleted.undone'

/**
 * Removes what an import added: its comments, and its threads and sites that have nothing else. A
 * comment to which readers replied here becomes a tombstone, so that the replies stay. Comments
 * that the import updated keep their new text. Aliases that it added to existing threads remain,
 * and existing threads that it closed remain closed.
 *
 * The import adds nothing more, even if it is still running: it holds a shared lock on its row
 * while it stores a thread. An interrupted undo can be repeated and removes the rest.
 * @throws NotFound; DatabaseUnavailable
 */
export async function undoImport(id: number): Promise<{ removed: number; tombstones: number }> {
  const undone = await executeSql`
    UPDATE imports SET undone_at = coalesce(undone_at, now())
     WHERE id = ${id} AND (undone_at IS NULL
       OR EXISTS (SELECT 1 FROM imported_comments WHERE import_id = ${id}))`
  if (undone === 0) throw new NotFound('import', id)
  const counts = { removed: 0, tombstones: 0 }
  // Start with the deepest comments, so that only those to which readers replied keep replies.
  for (const ids of (await commentsByDepth(id)).reverse()) {
    for (let start = 0; start < ids.length; start += rowsPerBatch) {
      const batch = ids.slice(start, start + rowsPerBatch)
      const { removed, tombstones } = await withoutWebhooks((transaction) =>
        removeComments(transaction, id, batch),
      )
      counts.removed += removed
      counts.tombstones += tombstones
    }
  }
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last
    last = await withoutWebhooks((transaction) => removeThreads(transaction, after))
  }
  await withoutWebhooks(removeSites)
  await executeSql`DELETE FROM imported_comments WHERE import_id = ${id}`
  return counts
}

/** Runs work in a transaction that queues no webhooks. */
function withoutWebhooks<T>(
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return inTransaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT set_config('afterword.import', 'on', true)`
      return work(transaction)
    },
    { timeout: timeoutMs },
  )
}

/** Returns the ids of the comments that an import added, by their depth, in order. */
async function commentsByDepth(importId: number): Promise<number[][]> {
  const ids: number[][] = Array.from({ length: commentLimits.depthMax + 1 }, () => [])
  // Sources of one comment are rows with the same id.
  const pages = keysetPages<{ id: number; depth: number }>(
    (last) => queryRows`
      SELECT DISTINCT comment_id AS id, depth
        FROM imported_comments JOIN comments ON comments.id = comment_id
       WHERE import_id = ${importId} AND comment_id > ${last?.id ?? 0}
       ORDER BY comment_id LIMIT ${pageRows}`,
  )
  for await (const rows of pages) for (const { id, depth } of rows) ids[depth]?.push(id)
  return ids
}

/** Removes comments of one depth, or their content if they have replies. */
async function removeComments(
  transaction: Prisma.TransactionClient,
  importId: number,
  ids: readonly number[],
): Promise<{ removed: number; tombstones: number }> {
  // A new reply locks its parent for its foreign key. The statements below see it, or it waits for
  // them.
  await transaction.$queryRaw`
    SELECT id FROM comments WHERE id = ANY(${ids}::integer[]) ORDER BY id FOR UPDATE`
  const answered = await transaction.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT parent_id AS id FROM comments WHERE parent_id = ANY(${ids}::integer[])`
  const isKept = new Set(answered.map(({ id }) => id))
  if (isKept.size > 0) await makeTombstones(transaction, importId, [...isKept])
  const others = ids.filter((id) => !isKept.has(id))
  // Delete these first, so that the foreign key has nothing to update.
  await transaction.$executeRaw`
    DELETE FROM imported_comments
     WHERE import_id = ${importId} AND comment_id = ANY(${others}::integer[])`
  const removed = await transaction.$executeRaw`
    DELETE FROM comments WHERE id = ANY(${others}::integer[])`
  return { removed, tombstones: isKept.size }
}

/** Comments that staff deleted earlier keep their hash, so that no import restores them. */
async function makeTombstones(
  transaction: Prisma.TransactionClient,
  importId: number,
  ids: number[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE imported_comments SET import_id = NULL,
      source_hash = CASE WHEN status = 'deleted' AND source_hash NOT LIKE 'deleted.%'
        THEN source_hash ELSE ${undoneHash} END
      FROM comments
     WHERE comments.id = comment_id AND comments.id = ANY(${ids}::integer[])
       AND import_id = ${importId}`
  await transaction.$executeRaw`DELETE FROM comment_edits WHERE comment_id = ANY(${ids}::integer[])`
  await transaction.$executeRaw`
    DELETE FROM comment_judgements WHERE comment_id = ANY(${ids}::integer[])`
  await transaction.$executeRaw`
    UPDATE posts SET pinned_comment_id = NULL WHERE pinned_comment_id = ANY(${ids}::integer[])`
  await transaction.$executeRaw`
    UPDATE threads SET pinned_comment_id = NULL WHERE pinned_comment_id = ANY(${ids}::integer[])`
  await transaction.$executeRaw`
    UPDATE comments SET ${erasedText}, ${erasedNetwork}, status = 'deleted', staff_id = NULL,
      verified_at = NULL, edited_at = NULL, edited_by = NULL, votes_up = 0, votes_down = 0
     WHERE id = ANY(${ids}::integer[])`
}

/**
 * Deletes empty threads of all undone imports, since an import may have added comments to threads
 * of another one. They are locked before they are checked, so that no comment that a reader writes
 * in the meantime is deleted with its thread.
 * @returns the last id of the batch, unless there are no more
 */
async function removeThreads(
  transaction: Prisma.TransactionClient,
  after: number,
): Promise<number | undefined> {
  const threads = await transaction.$queryRaw<{ id: number }[]>`
    SELECT threads.id FROM threads JOIN imports ON imports.id = threads.import_id
     WHERE undone_at IS NOT NULL AND threads.id > ${after}
       AND NOT EXISTS (SELECT 1 FROM comments WHERE post_id = threads.id)
     ORDER BY threads.id LIMIT ${rowsPerBatch} FOR UPDATE OF threads`
  await transaction.$executeRaw`
    DELETE FROM threads WHERE id = ANY(${threads.map(({ id }) => id)}::integer[])
      AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.id = threads.id)
      AND NOT EXISTS (SELECT 1 FROM comments WHERE post_id = threads.id)
      AND NOT EXISTS (SELECT 1 FROM view_counts WHERE post_id = threads.id)
      AND NOT EXISTS (SELECT 1 FROM thread_follows WHERE thread_id = threads.id)`
  return threads.at(-1)?.id
}

/** Deletes the sites that undone imports added, if they are empty and nobody changed them. */
async function removeSites(transaction: Prisma.TransactionClient): Promise<void> {
  // Another import that finds one of these sites keeps this lock until its thread is stored.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('add a site'))`
  const sites = await transaction.$queryRaw<{ id: number }[]>`
    SELECT sites.id FROM sites JOIN imports ON imports.id = sites.import_id
     WHERE undone_at IS NOT NULL ORDER BY sites.id FOR UPDATE OF sites`
  await transaction.$executeRaw`
    DELETE FROM sites WHERE id = ANY(${sites.map(({ id }) => id)}::integer[])
      AND NOT EXISTS (SELECT 1 FROM threads WHERE site_id = sites.id)
      AND NOT EXISTS (SELECT 1 FROM staff WHERE sites.id = ANY(site_ids))`
}
