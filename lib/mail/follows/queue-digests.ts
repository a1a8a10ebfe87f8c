import 'server-only'
import { inTransaction } from '@/lib/db/client'

/** Minimum time between two digests to a follower, in milliseconds. */
const pauseMs = 3_600_000

/**
 * Queues a digest of the new comments for each follower who got none within the last hour. While a
 * digest waits for the mail server, no other one is queued.
 * @throws DatabaseUnavailable
 */
export function queueDigests(now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - pauseMs)
  return inTransaction(async (transaction) => {
    // Only one process at a time queues the digest of a follower. The next statement sees what the
    // previous process has queued.
    const followers = await transaction.$queryRaw<{ id: number }[]>`
      SELECT id FROM reader_addresses WHERE id IN (SELECT address_id FROM followed_comments)
         FOR NO KEY UPDATE SKIP LOCKED`
    if (followers.length === 0) return
    await transaction.$executeRaw`
      WITH news AS (
        DELETE FROM followed_comments AS followed
         WHERE address_id = ANY(${followers.map(({ id }) => id)}) AND NOT EXISTS (
           SELECT 1 FROM outbox_mails AS earlier
            WHERE earlier.address_id = followed.address_id AND kind = 'digest'
              AND failure IS NULL AND coalesce(sent_at > ${since}, true))
        RETURNING address_id, comment_id
      )
      INSERT INTO outbox_mails (kind, address_id, data, created_at, next_attempt_at)
      SELECT 'digest', address_id,
             jsonb_build_object('ids', jsonb_agg(comment_id ORDER BY comment_id)),
             ${now}::timestamptz, ${now}::timestamptz
        FROM news GROUP BY address_id`
  })
}
