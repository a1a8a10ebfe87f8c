import 'server-only'
import { lockWithTop } from '@/lib/comments/writing/lock-with-top'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DataClaim } from '@/lib/mail/data-ticket'
import { loneAddressKeptDays } from '@/lib/mail/delete-lone-addresses'
import { writtenBy } from './get-reader-data'

/** What was erased, and which posts showed it. */
export type Erased = { comments: number; addresses: number; postSlugs: string[] }

/**
 * Erases all that is kept of a reader: the comments as their authors would delete them, where replies stand beneath one
 * a tombstone keeps their place; and what was kept with them, even for the admin area. Done again it finds nothing.
 * @throws DatabaseUnavailable
 */
export async function eraseReaderData(claim: DataClaim): Promise<Erased> {
  const rows = await query((client) =>
    client.comment.findMany({
      where: writtenBy(claim),
      select: { id: true, addressId: true, post: { select: { slug: true } } },
      orderBy: { id: 'asc' },
    }),
  )
  // One after another: each takes a turn in its thread, and what fails is found again the next time.
  for (const { id } of rows) await eraseComment(id)
  const addresses = await eraseAddresses(
    claim.addressIds,
    rows.flatMap(({ addressId }) => addressId ?? []),
  )
  return {
    comments: rows.length,
    addresses,
    postSlugs: [...new Set(rows.map(({ post }) => post.slug))],
  }
}

/** One statement, so that no part of a comment outlives another. Its judgements go too: nothing is left to be undone. */
async function eraseComment(id: number): Promise<void> {
  await query(
    (client) => client.$executeRaw`
      WITH ${lockWithTop(id)},
           edits AS (DELETE FROM comment_edits WHERE comment_id = ${id}),
           submissions AS (DELETE FROM comment_submissions WHERE comment_id = ${id}),
           judgements AS (DELETE FROM comment_judgements WHERE comment_id = ${id}),
           reports AS (DELETE FROM comment_reports WHERE comment_id = ${id}),
           mails AS (DELETE FROM outbox_mails WHERE comment_id = ${id}),
           pins AS (UPDATE posts SET pinned_comment_id = NULL WHERE pinned_comment_id = ${id})
      UPDATE comments
         SET status = 'deleted', content = '', author_name = '', address_id = NULL, verified_at = NULL, waiting_content = NULL, waiting_since = NULL,
             screening = '[]', waiting_screening = '[]', text_hash = '', network_hash = NULL, network_key = NULL, edited_at = NULL
        FROM locked WHERE comments.id = locked.id AND comments.id = ${id}`,
  )
}

/**
 * Those that are claimed; and of those that the comments carried, the ones that no other comment carries. One of these
 * that was asked to confirm itself within the last day keeps its keyed hash and that time, and nothing else, until the
 * timer takes it: who wrote the comment has not shown that the address is his, and writing and erasing in turn must not
 * make the form mail to it again and again.
 * @returns how many are gone, or can be read no more
 */
async function eraseAddresses(claimed: number[], carried: number[]): Promise<number> {
  const lone = Prisma.sql`
    id = ANY(${carried}) AND NOT id = ANY(${claimed}) AND unsubscribed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM comments WHERE address_id = address.id)`
  const askedLately = Prisma.sql`coalesce(verification_sent_at >= now() - ${loneAddressKeptDays} * interval '1 day', false)`
  return query(
    async (client) =>
      (await client.$executeRaw`
        UPDATE reader_addresses AS address SET sealed = '', verified_at = NULL WHERE ${lone} AND ${askedLately} AND sealed <> ''`) +
      (await client.$executeRaw`
        DELETE FROM reader_addresses AS address WHERE id = ANY(${claimed}) OR (${lone} AND NOT ${askedLately})`),
  )
}
