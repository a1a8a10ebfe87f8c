import 'server-only'
import { query } from '@/lib/db/client'

/** What is told no more: what it was about is gone, or its reader has left. */
export type Obsolete = { obsolete: string }

/** A mail of the outbox that is this process's to send, with all that it may speak of. */
export type DueMail = {
  id: number
  kind: string
  data: unknown
  attempts: number
  createdAt: Date
  commentId: number | null
  commentStatus: 'pending' | 'published' | 'spam' | 'deleted' | null
  authorName: string | null
  content: string | null
  /** An edit that waits. */
  waitingContent: string | null
  screening: unknown
  slug: string | null
  title: string | null
  postId: number | null
  addressId: number | null
  sealed: string | null
  addressCreatedAt: Date | null
  isVerified: boolean
  isUnsubscribed: boolean
  /** The comments that a summary quotes, as they are now. */
  quoted: { status: string; authorName: string; content: string; title: string }[] | null
}

/** How long one mail is one process's: longer than any attempt takes. If the process dies meanwhile, another goes on after it. */
export const leaseSeconds = 60

/**
 * Takes the mail that has been due longest. Rows that others are taking are passed over, so that processes share the
 * outbox without waiting for one another. The attempt counts from here on, for a process may die in it.
 * @throws DatabaseUnavailable
 */
export async function leaseDueMail(): Promise<DueMail | undefined> {
  const [mail] = await query(
    (client) => client.$queryRaw<DueMail[]>`
      WITH leased AS (
        UPDATE outbox_mails SET lease_until = now() + ${leaseSeconds} * interval '1 second', attempts = attempts + 1
         WHERE id = (
           SELECT id FROM outbox_mails
            WHERE sent_at IS NULL AND failure IS NULL AND next_attempt_at <= now() AND (lease_until IS NULL OR lease_until <= now())
            ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING *
      )
      SELECT mail.id, mail.kind, mail.data, mail.attempts, mail.created_at AS "createdAt",
             comments.id AS "commentId", comments.status::text AS "commentStatus", author_name AS "authorName", comments.content,
             waiting_content AS "waitingContent", waiting_screening || screening AS screening, posts.slug, posts.title, posts.id AS "postId",
             reader_addresses.id AS "addressId", sealed, reader_addresses.created_at AS "addressCreatedAt",
             reader_addresses.verified_at IS NOT NULL AS "isVerified", unsubscribed_at IS NOT NULL AS "isUnsubscribed",
             (SELECT jsonb_agg(jsonb_build_object('status', quoted.status, 'authorName', quoted.author_name, 'content', quoted.content, 'title', post.title)
                               ORDER BY quoted.id)
                FROM comments AS quoted JOIN posts AS post ON post.id = quoted.post_id
               WHERE mail.kind = 'comment-summary' AND quoted.id = ANY(ARRAY(SELECT jsonb_array_elements_text(mail.data->'ids')::integer))
                 AND quoted.status IN ('published', 'pending')) AS quoted
        FROM leased AS mail
        LEFT JOIN comments ON comments.id = mail.comment_id
        LEFT JOIN posts ON posts.id = comments.post_id
        LEFT JOIN reader_addresses ON reader_addresses.id = mail.address_id`,
  )
  return mail
}

/**
 * Notes that a mail was taken by the server. What it needed of others’ data is forgotten with that.
 * @throws DatabaseUnavailable
 */
export async function noteSent(id: number): Promise<void> {
  await query(
    (client) =>
      client.$executeRaw`UPDATE outbox_mails SET sent_at = now(), lease_until = NULL, data = '{}' WHERE id = ${id}`,
  )
}

/**
 * Notes that a mail is not to be tried again.
 * @param failure why, without an address in it
 * @throws DatabaseUnavailable
 */
export async function noteFailure(id: number, failure: string): Promise<void> {
  await query(
    (client) =>
      client.$executeRaw`UPDATE outbox_mails SET failure = ${failure}, lease_until = NULL, data = '{}' WHERE id = ${id}`,
  )
}

/**
 * Notes that a mail is to be tried again.
 * @throws DatabaseUnavailable
 */
export async function noteRetry(id: number, afterSeconds: number): Promise<void> {
  await query(
    (client) => client.$executeRaw`
      UPDATE outbox_mails SET next_attempt_at = now() + ${afterSeconds} * interval '1 second', lease_until = NULL WHERE id = ${id}`,
  )
}
