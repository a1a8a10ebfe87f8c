import 'server-only'
import { decrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { DataClaim } from '@/lib/mail/data-ticket'

/**
 * Returns all stored data of a reader, newest comment first. No other response contains an address.
 * Erased comments are not included. Spam is shown as pending here, too.
 * @throws DatabaseUnavailable
 */
export async function getReaderData(claim: DataClaim) {
  const where = { addressId: { in: claim.addressIds } }
  const thread = { select: { slug: true, title: true, url: true } }
  const [addresses, comments, follows, mails] = await query((client) =>
    Promise.all([
      client.readerAddress.findMany({
        where: { id: where.addressId },
        orderBy: { id: 'asc' },
      }),
      client.comment.findMany({
        where: writtenBy(claim),
        include: {
          thread,
          edits: { orderBy: { id: 'asc' } },
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
      client.threadFollow.findMany({ where, include: { thread }, orderBy: { createdAt: 'asc' } }),
      client.outboxMail.findMany({ where, orderBy: { id: 'asc' } }),
    ]),
  )
  return {
    addresses: addresses.map(({ encryptedAddress, verifiedAt, unsubscribedAt, createdAt }) => ({
      address: decrypt('reader-address', encryptedAddress) ?? null,
      verified_at: verifiedAt,
      unsubscribed_at: unsubscribedAt,
      first_seen_at: createdAt,
    })),
    comments: comments.map((row) => ({
      id: row.id,
      post: row.thread,
      status: row.status === 'spam' ? ('pending' as const) : row.status,
      author_name: row.authorName,
      content: row.content,
      /** Text of an edit that awaits approval. */
      waiting_content: row.waitingContent,
      created_at: row.createdAt,
      edited_at: row.editedAt,
      name_verified_at: row.verifiedAt,
      earlier_texts: row.edits.map((edit) => ({
        content: edit.content,
        replaced_at: edit.replacedAt,
      })),
      /** True while a hash of the author's network is still stored. */
      network_known: row.networkHash !== null,
    })),
    follows: follows.map((row) => ({ post: row.thread, followed_at: row.createdAt })),
    mails: mails.map((row) => ({ kind: row.kind, created_at: row.createdAt, sent_at: row.sentAt })),
  }
}

export type ReaderData = Awaited<ReturnType<typeof getReaderData>>
export type ReaderComment = ReaderData['comments'][number]

/**
 * Comments without any stored content: their authors deleted them, or the undo period after a
 * moderator's deletion is over.
 */
export const erased = { status: 'deleted', content: '' } satisfies Prisma.CommentWhereInput

/** Returns the condition for all comments that a claim covers, shared by reading and erasing. */
export function writtenBy({ addressIds, commentIds }: DataClaim) {
  return {
    NOT: erased,
    OR: [{ addressId: { in: addressIds } }, { id: { in: commentIds } }],
  } satisfies Prisma.CommentWhereInput
}
