import 'server-only'
import type { Reason } from '@/lib/comments/screening/screen-comment'
import { inTransaction, queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { announceHeld } from '@/lib/mail/announce-comment'
import { recentNetworkHashes } from '@/lib/network-hash/network-hash'
import { wideNetwork } from '@/lib/network-hash/wide-network'
import { isThreadPublic } from '@/lib/threads/public-thread'
import { lockWithTop } from './lock-with-top'

/**
 * Number of networks whose reports hold a comment, within the time that networks are recognised.
 */
export const reportsToHold = 3

/**
 * Stores a reader's report of a public comment, once per wide network. Enough reports hold the
 * comment for moderation, unless staff wrote it.
 * @param client the reader's address, or the /64 of an IPv6 address; hashed before storage
 * @returns the slug of the post, and whether the report removed the comment from its page
 * @throws NotFound if there is no such public comment; DatabaseUnavailable
 */
export async function reportComment(id: number, client: string) {
  const hashes = await recentNetworkHashes(wideNetwork(client))
  const [reported] = await queryRows<{ slug: string }>`
    WITH reported AS (
      SELECT comments.id, threads.slug FROM comments JOIN threads ON threads.id = post_id
        LEFT JOIN posts ON posts.id = threads.id
       WHERE comments.id = ${id} AND status = 'published' AND ${isThreadPublic}
    ), counted AS (
      INSERT INTO comment_reports (comment_id, network_hash)
      SELECT id, ${hashes[0]} FROM reported
       WHERE NOT EXISTS (SELECT 1 FROM comment_reports WHERE comment_id = ${id}
         AND network_hash = ANY(${hashes}))
      ON CONFLICT DO NOTHING
    )
    SELECT slug FROM reported`
  if (!reported) throw new NotFound('comment', id)
  return { postSlug: reported.slug, held: await holdIfReported(id) }
}

/**
 * Holds a comment that has enough reports. Reports before a verdict or an edit by staff do not
 * count. Runs after the report was committed, so that the last of several concurrent reports sees
 * all.
 */
async function holdIfReported(id: number): Promise<boolean> {
  const reason: Reason = {
    rule: 'reports',
    verdict: 'pending',
    reason: `${reportsToHold} readers reported it`,
  }
  return inTransaction(async (transaction) => {
    const held = await transaction.$executeRaw`
      WITH ${lockWithTop(Prisma.sql`SELECT ${id}::integer`)}
      UPDATE comments SET status = 'pending',
        screening = comments.screening || ${JSON.stringify([reason])}::jsonb
        FROM locked
       WHERE comments.id = locked.id AND comments.id = ${id} AND comments.status = 'published'
         AND comments.staff_id IS NULL
         AND ${reportsToHold} <= (
           SELECT count(network_hash) FROM comment_reports AS report
            WHERE report.comment_id = comments.id
              AND (comments.edited_by IS NULL OR report.created_at > comments.edited_at)
              AND NOT EXISTS (SELECT 1 FROM comment_judgements AS judgement
                               WHERE judgement.comment_id = comments.id
                                 AND to_status = 'published' AND undone_at IS NULL
                                 AND judged_at >= report.created_at))`
    if (held > 0) await announceHeld(transaction, id)
    return held > 0
  })
}
