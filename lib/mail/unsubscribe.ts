import 'server-only'
import { executeSql, queryRows } from '@/lib/db/client'
import { threadTitle } from '@/lib/threads/thread-url'
import { addressIdOf, invalidLink, readUnsubscribeToken } from './mail-links'

/**
 * Returns whether mail is sent to the address of the link. If the link names a thread, returns
 * whether the address follows it, and the title of the thread. Changes nothing.
 * @throws AppError `link-invalid`; DatabaseUnavailable
 */
export async function getSubscription(
  token: string,
): Promise<{ isSubscribed: boolean; title?: string }> {
  const { address, threadId } = readUnsubscribeToken(token)
  if (threadId !== undefined) {
    const [thread] = await queryRows<{ slug: string; title: string; isSubscribed: boolean }>`
      SELECT slug, title, EXISTS (SELECT 1 FROM thread_follows
        WHERE address_id = ${addressIdOf(address)} AND thread_id = threads.id) AS "isSubscribed"
        FROM threads WHERE id = ${threadId}`
    if (!thread) throw invalidLink()
    return { isSubscribed: thread.isSubscribed, title: threadTitle(thread) }
  }
  const [row] = await queryRows<{ isSubscribed: boolean }>`
    SELECT unsubscribed_at IS NULL AS "isSubscribed" FROM reader_addresses
      WHERE id = ${addressIdOf(address)}`
  // A deleted address gets no mail.
  return row ?? { isSubscribed: false }
}

/**
 * Subscribes or unsubscribes an address; only to one thread, if the link names it. Idempotent.
 * @throws AppError `link-invalid`; DatabaseUnavailable
 */
export async function setSubscribed(token: string, isSubscribed: boolean): Promise<void> {
  const { address, threadId } = readUnsubscribeToken(token)
  const id = addressIdOf(address)
  if (threadId === undefined)
    await executeSql`
      UPDATE reader_addresses SET unsubscribed_at = CASE WHEN ${isSubscribed} THEN NULL
        ELSE coalesce(unsubscribed_at, now()) END
       WHERE id = ${id}`
  else if (isSubscribed)
    await executeSql`
      INSERT INTO thread_follows (address_id, thread_id, confirmed_at)
      SELECT follower.id, threads.id, now() FROM reader_addresses AS follower, threads
       WHERE follower.id = ${id} AND threads.id = ${threadId}
      ON CONFLICT DO NOTHING`
  else
    await executeSql`
      DELETE FROM thread_follows WHERE address_id = ${id} AND thread_id = ${threadId}`
}
