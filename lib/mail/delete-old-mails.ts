import 'server-only'
import { query } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { deleteLoneAddresses } from './delete-lone-addresses'

/** Days for which sent and failed mails are kept. */
export const mailKeptDays = 7

/**
 * Deletes mails a week after they were sent or failed, and unreferenced addresses.
 * @returns the number of deleted rows
 * @throws DatabaseUnavailable
 */
export async function deleteOldMails(): Promise<number> {
  const mails = await inBatches(async () => {
    const [row] = await query(
      (client) => client.$queryRaw<{ count: number }[]>`
        WITH gone AS (
          DELETE FROM outbox_mails WHERE id = ANY(ARRAY(
            SELECT id FROM outbox_mails
             -- Includes mails that were never sent because no mail server is configured.
             WHERE coalesce(sent_at, next_attempt_at) < now() - ${mailKeptDays} * interval '1 day'
               AND coalesce(lease_until < now(), true)
             LIMIT ${batchRows}
               FOR UPDATE SKIP LOCKED))
          RETURNING kind, comment_id, sent_at
        ), marked AS (
          -- Marks the comment, so that its reply mail is not sent again if it is published again.
          UPDATE comments SET reply_told_at = gone.sent_at FROM gone
            WHERE comments.id = gone.comment_id AND kind = 'reply' AND gone.sent_at IS NOT NULL
        )
        SELECT count(*)::integer AS count FROM gone`,
    )
    return row?.count ?? 0
  })
  return mails + (await deleteLoneAddresses())
}
