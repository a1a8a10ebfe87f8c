import 'server-only'
import { erasedJudgement, erasedNetwork, erasedText } from '@/lib/comments/erased-columns'
import { query } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'

/** Days during which staff can undo a deletion. */
export const deletedKeptDays = 30

/**
 * Erases the content of comments that staff deleted over 30 days ago. Returns their number.
 * @throws DatabaseUnavailable
 */
export function purgeDeletedComments(): Promise<number> {
  return inBatches(() =>
    query(
      (client) => client.$executeRaw`
      WITH old AS MATERIALIZED (
        SELECT id FROM comments
         WHERE status = 'deleted' AND content <> ''
           AND NOT EXISTS (SELECT 1 FROM comment_judgements
                            WHERE comment_id = comments.id AND to_status = 'deleted'
                              AND undone_at IS NULL
                              AND judged_at > now() - ${deletedKeptDays} * interval '1 day')
         ORDER BY id LIMIT ${batchRows}
           FOR NO KEY UPDATE SKIP LOCKED
      ), edits AS (
        DELETE FROM comment_edits WHERE comment_id IN (SELECT id FROM old)
      ), judgements AS (
        UPDATE comment_judgements SET ${erasedJudgement}
         WHERE comment_id IN (SELECT id FROM old)
      )
      UPDATE comments SET ${erasedText}, ${erasedNetwork}
       WHERE id IN (SELECT id FROM old)`,
    ),
  )
}
