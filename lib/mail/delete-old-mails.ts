import 'server-only'
import { executeSql, inTransaction, queryRows } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { Prisma } from '@/lib/generated/prisma/client'
import { verificationLinkDays } from './mail-links'

/** Days for which sent and failed e-mails are kept. */
export const mailKeptDays = 7

/**
 * Deletes e-mails a week after they were sent or failed, follows that were not confirmed, and
 * unreferenced addresses.
 * @returns the number of deleted rows
 * @throws DatabaseUnavailable
 */
export async function deleteOldMails(): Promise<number> {
  const mails = await inBatches(async () => {
    const [row] = await queryRows<{ count: number }>`
      WITH gone AS (
        DELETE FROM outbox_mails WHERE id = ANY(ARRAY(
          SELECT id FROM outbox_mails
           -- Includes e-mails that were never sent because no mail server is configured.
           WHERE coalesce(sent_at, next_attempt_at) < now() - ${mailKeptDays} * interval '1 day'
             AND coalesce(lease_until < now(), true)
           LIMIT ${batchRows}
             FOR UPDATE SKIP LOCKED))
        RETURNING kind, comment_id, sent_at
      ), marked AS (
        -- Marks the comment, so that its reply e-mail is not sent again if it is published again.
        UPDATE comments SET reply_told_at = gone.sent_at FROM gone
          WHERE comments.id = gone.comment_id AND kind = 'reply' AND gone.sent_at IS NOT NULL
      )
      SELECT count(*)::integer AS count FROM gone`
    return row?.count ?? 0
  })
  const follows = await executeSql`
    DELETE FROM thread_follows
     WHERE confirmed_at IS NULL AND created_at < now() - ${verificationLinkDays} * interval '1 day'`
  return mails + follows + (await deleteOrphanedAddresses())
}

/** Days for which an unreferenced address is kept. */
export const orphanedAddressDays = 1

/** Excludes merged rows, and unsubscribed addresses, which must get no mail in future. */
const isUnused = Prisma.sql`
  unsubscribed_at IS NULL AND merged_into_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM comments WHERE address_id = reader_addresses.id)
  AND NOT EXISTS (SELECT 1 FROM thread_follows WHERE address_id = reader_addresses.id)
  AND NOT EXISTS (SELECT 1 FROM outbox_mails WHERE address_id = reader_addresses.id)`

/** Excludes newer addresses, so that repeated writing and deleting cannot send mail repeatedly. */
const isOld = Prisma.sql`
  created_at < now() - ${orphanedAddressDays} * interval '1 day'
  AND coalesce(verification_sent_at < now() - ${orphanedAddressDays} * interval '1 day', true)`

/**
 * Deletes addresses that no comment, follow or mail references.
 * @returns the number of deleted addresses
 * @throws DatabaseUnavailable
 */
export function deleteOrphanedAddresses(): Promise<number> {
  return inBatches(() =>
    inTransaction(async (transaction) => {
      // Skips addresses that a concurrent comment has locked.
      const locked = await transaction.$queryRaw<{ id: number }[]>`
        SELECT id FROM reader_addresses WHERE ${isUnused} AND ${isOld}
          LIMIT ${batchRows} FOR UPDATE SKIP LOCKED`
      // Checks again: a comment may have been added between the check and the lock.
      return transaction.$executeRaw`
        DELETE FROM reader_addresses WHERE id = ANY(${locked.map(({ id }) => id)}) AND ${isUnused}
          AND ${isOld}`
    }),
  )
}
