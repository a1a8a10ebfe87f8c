import 'server-only'
import { query } from '@/lib/db'
import { batchRows, inBatches } from '@/lib/in-batches'

/** Days for which it is known that a mail was sent, or given up. */
export const mailKeptDays = 7
/** Days for which an address is known that no comment names, and no mail. */
export const loneAddressKeptDays = 1

/**
 * Forgets mails a week after they left or were given up, and addresses that no comment names any more. An address that
 * wants no mail is remembered, so that it goes on getting none; one of the last day too, so that writing and deleting
 * in turn cannot make the form mail to it again and again.
 * @returns how many rows are gone
 * @throws DatabaseAway
 */
export async function deleteOldMails(): Promise<number> {
  const mails = await inBatches(() =>
    query(
      (client) => client.$executeRaw`
      DELETE FROM outbox_mails WHERE id = ANY(ARRAY(
        SELECT id FROM outbox_mails
         WHERE (sent_at IS NOT NULL OR failure IS NOT NULL) AND coalesce(sent_at, next_attempt_at) < now() - ${mailKeptDays} * interval '1 day'
         LIMIT ${batchRows}
           FOR UPDATE SKIP LOCKED))`,
    ),
  )
  // An address that somebody is writing with just now is locked, and passed over.
  const addresses = await inBatches(() =>
    query(
      (client) => client.$executeRaw`
      DELETE FROM reader_addresses WHERE id = ANY(ARRAY(
        SELECT id FROM reader_addresses
         WHERE unsubscribed_at IS NULL AND created_at < now() - ${loneAddressKeptDays} * interval '1 day'
           AND coalesce(verification_sent_at < now() - ${loneAddressKeptDays} * interval '1 day', true)
           AND NOT EXISTS (SELECT 1 FROM comments WHERE address_id = reader_addresses.id)
           AND NOT EXISTS (SELECT 1 FROM outbox_mails WHERE address_id = reader_addresses.id)
         LIMIT ${batchRows}
           FOR UPDATE SKIP LOCKED))`,
    ),
  )
  return mails + addresses
}
