import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { erasedNetwork, erasedText } from '@/lib/comments/erased-columns'
import { lockWithTop } from '@/lib/comments/writing/lock-with-top'
import { executeSql, query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DataClaim } from '@/lib/mail/data-ticket'
import { orphanedAddressDays } from '@/lib/mail/delete-old-mails'
import { writtenBy } from './get-reader-data'

/**
 * Erases all data of a reader. Comments with replies become tombstones. Idempotent.
 * @returns the numbers of erased rows, and the posts that showed the comments
 * @throws DatabaseUnavailable
 */
export async function eraseReaderData(claim: DataClaim) {
  const rows = await query((client) =>
    client.comment.findMany({
      where: writtenBy(claim),
      select: { id: true, addressId: true, thread: { select: { slug: true } } },
      orderBy: { id: 'asc' },
    }),
  )
  // Sequential, because each erasure locks its thread. A later call retries failed ones.
  for (const { id } of rows) await eraseComment(id)
  const addresses = await eraseAddresses(
    claim.addressIds,
    rows.flatMap(({ addressId }) => addressId ?? []),
  )
  return {
    comments: rows.length,
    addresses,
    postSlugs: [...new Set(rows.map(({ thread }) => thread.slug))],
  }
}

/** Erases everything about a comment in one statement, including its verdicts. */
async function eraseComment(id: number): Promise<void> {
  await executeSql`
    WITH ${lockWithTop(Prisma.sql`SELECT ${id}::integer`)},
         edits AS (DELETE FROM comment_edits WHERE comment_id = ${id}),
         submissions AS (DELETE FROM comment_submissions WHERE comment_id = ${id}),
         judgements AS (DELETE FROM comment_judgements WHERE comment_id = ${id}),
         reports AS (DELETE FROM comment_reports WHERE comment_id = ${id}),
         mails AS (DELETE FROM outbox_mails WHERE comment_id = ${id}),
         pins AS (UPDATE posts SET pinned_comment_id = NULL WHERE pinned_comment_id = ${id}),
         page_pins AS (
           UPDATE threads SET pinned_comment_id = NULL WHERE pinned_comment_id = ${id}
         )
    UPDATE comments
       SET status = 'deleted', ${erasedText}, ${erasedNetwork}, verified_at = NULL,
         edited_at = NULL
      FROM locked WHERE comments.id = locked.id AND comments.id = ${id}`
}

/**
 * Deletes the claimed addresses, and those of erased comments that nothing else uses. An
 * unclaimed address that was sent a verification within the last day keeps its keyed hash until the
 * scheduled cleanup. Otherwise repeated writing and erasing could send it mail again and again.
 * @returns the number of addresses deleted or made unreadable
 */
async function eraseAddresses(claimed: number[], referenced: number[]): Promise<number> {
  const unused = Prisma.sql`
    id = ANY(${referenced}) AND NOT id = ANY(${claimed}) AND unsubscribed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM comments WHERE address_id = address.id)
      AND NOT EXISTS (SELECT 1 FROM thread_follows WHERE address_id = address.id)`
  const recentlyVerified = Prisma.sql`
    coalesce(verification_sent_at >= now() - ${orphanedAddressDays} * interval '1 day', false)`
  return query(
    async (client) =>
      (await client.$executeRaw`
        UPDATE reader_addresses AS address SET sealed = '', verified_at = NULL WHERE ${unused}
          AND ${recentlyVerified} AND sealed <> ''`) +
      (await client.$executeRaw`
        DELETE FROM reader_addresses AS address WHERE id = ANY(${claimed})
          OR (${unused} AND NOT ${recentlyVerified})`),
  )
}

/**
 * Erases all data of the found reader on behalf of the owner.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function eraseReader(actor: Actor | undefined, claim: DataClaim) {
  requireRole(actor, 'owner')
  return eraseReaderData(claim)
}
