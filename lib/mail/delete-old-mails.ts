import 'server-only'
import { query } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { deleteLoneAddresses } from './delete-lone-addresses'

/** Days for which it is known that a mail was sent, or given up. */
export const mailKeptDays = 7

/**
 * Forgets mails a week after they left or were given up, and addresses that nothing names any more.
 * @returns how many rows are gone
 * @throws DatabaseUnavailable
 */
export async function deleteOldMails(): Promise<number> {
  const mails = await inBatches(async () => {
    const [row] = await query(
      (client) => client.$queryRaw<{ count: number }[]>`
        WITH gone AS (
          DELETE FROM outbox_mails WHERE id = ANY(ARRAY(
            SELECT id FROM outbox_mails
             -- What was never sent for want of a mail server is of no use to anybody either.
             WHERE coalesce(sent_at, next_attempt_at) < now() - ${mailKeptDays} * interval '1 day'
               AND coalesce(lease_until < now(), true)
             LIMIT ${batchRows}
               FOR UPDATE SKIP LOCKED))
          RETURNING kind, comment_id, sent_at
        ), told AS (
          -- The comment itself remembers that it was told, or it would be told again when it is published again.
          UPDATE comments SET reply_told_at = gone.sent_at FROM gone WHERE comments.id = gone.comment_id AND kind = 'reply' AND gone.sent_at IS NOT NULL
        )
        SELECT count(*)::integer AS count FROM gone`,
    )
    return row?.count ?? 0
  })
  return mails + (await deleteLoneAddresses())
}
