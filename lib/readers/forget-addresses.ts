import 'server-only'
import { query } from '@/lib/db'
import { batchRows, inBatches } from '@/lib/in-batches'

/** Days for which it is kept that a mail was sent, and why one was given up. */
export const mailKeptDays = 30
/** Days after which an address goes that no comment carries any more. */
export const loneAddressKeptDays = 2

/** What was forgotten: rows of each kind. */
export type ForgottenAddresses = { mails: number; addresses: number }

/**
 * Forgets the mails that are done with, and the addresses that no comment carries any more. One whose owner wants no
 * mail is kept, sealed, so that it stays so.
 * @throws DatabaseAway
 */
export async function forgetAddresses(at = new Date()): Promise<ForgottenAddresses> {
  const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000)
  const mails = await inBatches(() =>
    query(
      (client) => client.$executeRaw`
        DELETE FROM outbox_mails
         WHERE id IN (SELECT id FROM outbox_mails
                       WHERE created_at < ${daysAgo(mailKeptDays)} AND (sent_at < ${daysAgo(mailKeptDays)} OR failure IS NOT NULL) LIMIT ${batchRows})`,
    ),
  )
  const addresses = await inBatches(() =>
    query(
      (client) => client.$executeRaw`
        DELETE FROM reader_addresses
         WHERE id IN (SELECT id FROM reader_addresses AS address
                       WHERE created_at < ${daysAgo(loneAddressKeptDays)} AND unsubscribed_at IS NULL
                         AND NOT EXISTS (SELECT 1 FROM comments WHERE address_id = address.id) LIMIT ${batchRows})`,
    ),
  )
  return { mails, addresses }
}
