import 'server-only'
import { executeSql } from '@/lib/db/client'
import { isMailEnabled } from '@/lib/mail/mail-settings'
import { addressHashes } from '@/lib/mail/reader-address'

/** Hours between two links to the same address. */
const pauseHours = 1
/** Hours between two links to an unsubscribed address. */
const pauseHoursUnsubscribed = 24

/**
 * Queues an e-mail with a link to all data of an address, if there is any, at most once an hour.
 * Returns nothing, so that callers cannot find out whether an address is known. An unconfirmed
 * address gets the verification e-mail instead, at most as often as from the comment form. An
 * unsubscribed address gets the link that its reader requested, but no verification e-mail.
 * @throws DatabaseUnavailable
 */
export async function requestDataMail(address: string, now = new Date()): Promise<void> {
  if (!isMailEnabled()) return
  const [since, sinceUnsubscribed] = [pauseHours, pauseHoursUnsubscribed].map(
    (hours) => new Date(now.getTime() - hours * 3_600_000),
  )
  // The hour in the dedupe key rejects the second of two concurrent requests.
  const hour = now.toISOString().slice(0, 13)
  await executeSql`
    WITH known AS (
      SELECT id, verified_at, unsubscribed_at, verification_sent_at
        FROM reader_addresses AS address
       WHERE hash = ANY(${addressHashes(address)})
         AND (verified_at IS NOT NULL
           OR EXISTS (SELECT 1 FROM comments WHERE address_id = address.id))
         FOR NO KEY UPDATE
    ), reader AS (
      SELECT min(id) FILTER (WHERE verified_at IS NOT NULL) AS verified_id,
             json_agg(id ORDER BY id) AS ids,
             bool_or(unsubscribed_at IS NOT NULL) AS is_unsubscribed,
             bool_and(verification_sent_at IS NULL
               OR verification_sent_at <= ${since}) AS may_be_verified
        FROM known
    ), cause AS (
      SELECT comments.id, address_id FROM reader, comments
       WHERE verified_id IS NULL AND NOT is_unsubscribed AND may_be_verified
         AND address_id IN (SELECT id FROM known) AND status IN ('pending', 'published')
       ORDER BY comments.id DESC LIMIT 1
    ), verification AS (
      UPDATE reader_addresses SET verification_sent_at = ${now}
        WHERE id IN (SELECT known.id FROM known, cause)
    )
    INSERT INTO outbox_mails (kind, comment_id, address_id, data, dedupe_key, created_at,
      next_attempt_at)
    SELECT 'your-data', NULL::integer, verified_id, json_build_object('addressIds', ids)::jsonb,
           'your-data:' || verified_id || ':' || ${hour}, ${now}::timestamptz,
           ${now}::timestamptz
      FROM reader
     WHERE verified_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM outbox_mails JOIN known ON known.id = address_id
        WHERE kind = 'your-data' AND created_at > CASE
          WHEN is_unsubscribed THEN ${sinceUnsubscribed}::timestamptz
          ELSE ${since}::timestamptz END)
     UNION ALL
    SELECT 'verify-address', id, address_id, '{}',
           'verify-address:' || address_id || ':' || extract(epoch FROM ${now}::timestamptz),
           ${now}, ${now}
      FROM cause
    ON CONFLICT DO NOTHING`
}
