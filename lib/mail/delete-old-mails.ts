import 'server-only'
import { query } from '@/lib/db'

/** Days for which it is known that a mail was sent, or given up. */
export const mailKeptDays = 7
/** Days for which an address is known that no comment names, and no mail. */
export const loneAddressKeptDays = 1

/**
 * Forgets mails a week after they left or were given up, those that nobody tried to send in that time (mail was switched
 * off since, and what they say is old by now), and addresses that no comment names any more. An address that
 * wants no mail is remembered, so that it goes on getting none; one of the last day too, so that writing and deleting
 * in turn cannot make the form mail to it again and again.
 * @returns how many rows are gone
 * @throws DatabaseAway
 */
export async function deleteOldMails(): Promise<number> {
  const mails = await query(
    (client) => client.$executeRaw`
      DELETE FROM outbox_mails
       WHERE coalesce(sent_at, next_attempt_at) < now() - ${mailKeptDays} * interval '1 day' AND coalesce(lease_until < now(), true)`,
  )
  const addresses = await query(
    (client) => client.$executeRaw`
      DELETE FROM reader_addresses
       WHERE unsubscribed_at IS NULL AND created_at < now() - ${loneAddressKeptDays} * interval '1 day'
         AND coalesce(verification_sent_at < now() - ${loneAddressKeptDays} * interval '1 day', true)
         AND NOT EXISTS (SELECT 1 FROM comments WHERE address_id = reader_addresses.id)
         AND NOT EXISTS (SELECT 1 FROM outbox_mails WHERE address_id = reader_addresses.id)`,
  )
  return mails + addresses
}
