import 'server-only'
import { decrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { DataClaim } from '@/lib/mail/data-ticket'

/**
 * Returns all stored data of a reader, newest comment first. Erased comments are not included. A
 * comment judged spam is shown as pending here too.
 * @throws DatabaseUnavailable
 */
export async function getReaderData(claim: DataClaim): Promise<ReaderData> {
  const [addresses, comments, mails] = await query((client) =>
    Promise.all([
      client.readerAddress.findMany({
        where: { id: { in: claim.addressIds } },
        orderBy: { id: 'asc' },
      }),
      client.comment.findMany({
        where: writtenBy(claim),
        include: kept,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
      client.outboxMail.findMany({
        where: { addressId: { in: claim.addressIds } },
        orderBy: { id: 'asc' },
      }),
    ]),
  )
  return {
    addresses: addresses.map(({ sealed, verifiedAt, unsubscribedAt, createdAt }) => ({
      address: decrypt('reader-address', sealed) ?? null,
      verified_at: instant(verifiedAt),
      unsubscribed_at: instant(unsubscribedAt),
      first_seen_at: createdAt.toISOString(),
    })),
    comments: comments.map(toReaderComment),
    mails: mails.map(({ kind, createdAt, sentAt }) => ({
      kind,
      created_at: createdAt.toISOString(),
      sent_at: instant(sentAt),
    })),
  }
}

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

const kept = {
  post: { select: { slug: true, title: true } },
  edits: { orderBy: { id: 'asc' } },
} satisfies Prisma.CommentInclude

function toReaderComment(row: Prisma.CommentGetPayload<{ include: typeof kept }>): ReaderComment {
  return {
    id: row.id,
    post: row.post,
    status: row.status === 'spam' ? 'pending' : row.status,
    author_name: row.authorName,
    content: row.content,
    waiting_content: row.waitingContent,
    created_at: row.createdAt.toISOString(),
    edited_at: instant(row.editedAt),
    name_verified_at: instant(row.verifiedAt),
    earlier_texts: row.edits.map(({ content, replacedAt }) => ({
      content,
      replaced_at: replacedAt.toISOString(),
    })),
    network_known: row.networkHash !== null,
  }
}

function instant(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

/**
 * Types of the data that a reader receives about themselves. No other response contains an address.
 */

/** A comment with everything stored about it. Times are ISO 8601 in UTC. */
export type ReaderComment = {
  id: number
  post: { slug: string; title: string }
  status: 'pending' | 'published' | 'deleted'
  author_name: string
  content: string
  /** Text of an edit that awaits approval. */
  waiting_content: string | null
  created_at: string
  edited_at: string | null
  name_verified_at: string | null
  earlier_texts: { content: string; replaced_at: string }[]
  /** True while a hash of the author's network is still stored. */
  network_known: boolean
}

/** All stored data of a reader. */
export type ReaderData = {
  addresses: {
    address: string | null
    verified_at: string | null
    unsubscribed_at: string | null
    first_seen_at: string
  }[]
  comments: ReaderComment[]
  mails: { kind: string; created_at: string; sent_at: string | null }[]
}
