import 'server-only'
import { query } from '@/lib/db'
import { batchRows, inBatches } from '@/lib/in-batches'

/** Days for which it is known that a mail was sent, or given up. */
export const mailKeptDays = 7
/** Days for which an address is known that no comment names, and no mail. */
export const loneAddressKeptDays = 1

/**
 * Forgets mails a week after they left or were given up, and addresses that no comment names any more. An address that
 * wants no mail is remembered, so that it goes on getting none; a row that became part of another lasts as long as that; one of the last day too, so that writing and deleting
 * in turn cannot make the form mail to it again and again.
 * @returns how many rows are gone
 * @throws DatabaseAway
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
  // An address that somebody is writing with just now is locked, and passed over.
  const addresses = await inBatches(() =>
    query(
      (client) => client.$executeRaw`
      DELETE FROM reader_addresses WHERE id = ANY(ARRAY(
        SELECT id FROM reader_addresses
         WHERE unsubscribed_at IS NULL AND merged_into_id IS NULL AND created_at < now() - ${loneAddressKeptDays} * interval '1 day'
           AND coalesce(verification_sent_at < now() - ${loneAddressKeptDays} * interval '1 day', true)
           AND NOT EXISTS (SELECT 1 FROM comments WHERE address_id = reader_addresses.id)
           AND NOT EXISTS (SELECT 1 FROM outbox_mails WHERE address_id = reader_addresses.id)
         LIMIT ${batchRows}
           FOR UPDATE SKIP LOCKED))`,
    ),
  )
  return mails + addresses
}
