import 'server-only'
import { executeSql, queryRows } from '@/lib/db/client'
import { addressIdOf, readUnsubscribeToken } from './mail-links'

/**
 * Returns true if mail is sent to the address of the link. Changes nothing.
 * @throws AppError `link-invalid`; DatabaseUnavailable
 */
export async function isSubscribed(token: string): Promise<boolean> {
  const id = addressIdOf(readUnsubscribeToken(token))
  const [row] = await queryRows<{ isSubscribed: boolean }>`
    SELECT unsubscribed_at IS NULL AS "isSubscribed" FROM reader_addresses
      WHERE id = ${id}`
  // A deleted address gets no mail.
  return row?.isSubscribed ?? false
}

/**
 * Subscribes or unsubscribes an address. Idempotent.
 * @throws AppError `link-invalid`; DatabaseUnavailable
 */
export async function setSubscribed(token: string, isSubscribed: boolean): Promise<void> {
  const id = addressIdOf(readUnsubscribeToken(token))
  await executeSql`
    UPDATE reader_addresses SET unsubscribed_at = CASE WHEN ${isSubscribed} THEN NULL
      ELSE coalesce(unsubscribed_at, now()) END
     WHERE id = ${id}`
}
