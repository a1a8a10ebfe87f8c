import 'server-only'
import { z } from 'zod'
import type { StaffRole } from '@/lib/auth/actor'
import { standInsOf } from '@/lib/auth/staff-address'
import { executeSql, query, queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isThreadPublic } from '@/lib/threads/public-thread'

/** A staff member to whom a mail is addressed. A null language is that of the blog. */
type Addressee = { id: string; language: string | null; role: StaffRole }

/** A mail leased by this process, with all data that its text may use. */
export type DueMail = {
  id: number
  kind: string
  data: unknown
  attempts: number
  createdAt: Date
  commentId: number | null
  commentStatus: 'pending' | 'published' | 'spam' | 'deleted' | null
  /** The staff members with a notification address, by the hash of the address. */
  notifiedStaff: Record<string, Addressee>
  owner: Addressee | null
  authorName: string | null
  content: string | null
  /** Text of a pending edit. */
  waitingContent: string | null
  screening: unknown
  slug: string | null
  /** URL of a page of another site; empty for posts. */
  url: string | null
  title: string | null
  /** Name of the site of the page; null for posts. */
  siteName: string | null
  /** Language of the site of the page; null for posts. */
  siteLanguage: string | null
  postId: number | null
  addressId: number | null
  sealed: string | null
  addressCreatedAt: Date | null
  isVerified: boolean
  isUnsubscribed: boolean
  /** Current state of the comments that a summary or digest quotes. */
  quoted: QuotedComment[] | null
}

export type QuotedComment = {
  commentId: number
  status: string
  authorName: string
  content: string
  threadId: number
  slug: string
  title: string
  url: string
  siteName: string | null
  siteLanguage: string | null
}

/** The condition for a comment in a digest: public, in a thread that the reader still follows. */
const isInDigest = Prisma.sql`quoted.status = 'published' AND ${isThreadPublic}
  AND EXISTS (SELECT 1 FROM thread_follows AS follow
    WHERE follow.address_id = mail.address_id AND follow.thread_id = threads.id
      AND follow.confirmed_at IS NOT NULL)`

/** Duration of a lease in seconds, longer than any attempt. */
const leaseSeconds = 60

/**
 * Leases the mail that has been due longest, and counts the attempt. Skips locked rows.
 * @param owners the recipients of mails about comments
 * @throws DatabaseUnavailable
 */
export async function leaseDueMail(owners: readonly string[]): Promise<DueMail | undefined> {
  const notified = owners.flatMap(standInsOf)
  const [mail] = await queryRows<DueMail>`
    WITH leased AS (
      UPDATE outbox_mails SET lease_until = now() + ${leaseSeconds} * interval '1 second',
        attempts = attempts + 1
       WHERE id = (
         SELECT id FROM outbox_mails
          WHERE sent_at IS NULL AND failure IS NULL AND next_attempt_at <= now()
            AND (lease_until IS NULL OR lease_until <= now())
          ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING *
    )
    SELECT mail.id, mail.kind, mail.data, mail.attempts, mail.created_at AS "createdAt",
           comments.id AS "commentId", comments.status::text AS "commentStatus",
           author_name AS "authorName", comments.content,
           (SELECT coalesce(jsonb_object_agg(email, jsonb_build_object('id', id,
             'language', language, 'role', role)), '{}') FROM staff
             WHERE email = ANY(${notified}::text[])) AS "notifiedStaff",
           (SELECT jsonb_build_object('id', id, 'language', language, 'role', role) FROM staff
             WHERE role = 'owner' ORDER BY created_at LIMIT 1) AS owner,
           waiting_content AS "waitingContent", waiting_screening || screening AS screening,
           threads.slug, threads.title, threads.url, sites.name AS "siteName",
           sites.language AS "siteLanguage", threads.id AS "postId",
           reader_addresses.id AS "addressId", sealed,
           reader_addresses.created_at AS "addressCreatedAt",
           reader_addresses.verified_at IS NOT NULL AS "isVerified",
           unsubscribed_at IS NOT NULL AS "isUnsubscribed",
           (SELECT jsonb_agg(jsonb_build_object('commentId', quoted.id, 'status', quoted.status,
             'authorName', quoted.author_name, 'content', quoted.content, 'threadId', threads.id,
             'slug', threads.slug, 'title', threads.title, 'url', threads.url,
             'siteName', sites.name, 'siteLanguage', sites.language) ORDER BY quoted.id)
              FROM comments AS quoted JOIN threads ON threads.id = quoted.post_id
              LEFT JOIN posts ON posts.id = threads.id
              LEFT JOIN sites ON sites.id = threads.site_id
             WHERE quoted.id = ANY(ARRAY(
                 SELECT jsonb_array_elements_text(mail.data->'ids')::integer))
               AND CASE mail.kind WHEN 'comment-summary' THEN quoted.status
                 IN ('published', 'pending') ELSE ${isInDigest} END) AS quoted
      FROM leased AS mail
      LEFT JOIN comments ON comments.id = mail.comment_id
      LEFT JOIN threads
        ON threads.id = coalesce(comments.post_id, (mail.data->>'threadId')::integer)
      LEFT JOIN sites ON sites.id = threads.site_id
      LEFT JOIN reader_addresses ON reader_addresses.id = mail.address_id`
  return mail
}

/**
 * Returns how many mails are due, and for how many seconds the oldest has been due.
 * @throws DatabaseUnavailable
 */
export async function dueMails(): Promise<{ count: number; oldestSeconds: number }> {
  const [due] = await queryRows<{ count: number; oldestSeconds: number }>`
    SELECT count(*)::integer AS count,
           coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::integer AS "oldestSeconds"
      FROM outbox_mails
     WHERE sent_at IS NULL AND failure IS NULL AND next_attempt_at <= now()`
  return due ?? { count: 0, oldestSeconds: 0 }
}

/**
 * Marks a mail as sent or failed for good, and deletes its data.
 * @param failure the reason of the failure, without an address; if undefined, the mail was sent
 * @throws DatabaseUnavailable
 */
export async function finishMail(id: number, failure?: string): Promise<void> {
  const result = failure === undefined ? { sentAt: new Date() } : { failure }
  await query((client) =>
    client.outboxMail.updateMany({
      where: { id },
      data: { ...result, leaseUntil: null, data: {} },
    }),
  )
}

const toldData = z.object({ told: z.array(z.string()) })

/** Returns the hashes of the owners' addresses that need no further attempt. */
export const toldOwners = ({ data }: DueMail): string[] => toldData.safeParse(data).data?.told ?? []

/**
 * Schedules another attempt.
 * @param told what `toldOwners` returns in the next attempt
 * @throws DatabaseUnavailable
 */
export async function scheduleRetry(
  id: number,
  afterSeconds: number,
  told: string[],
): Promise<void> {
  const data = JSON.stringify(told.length > 0 ? { told } : {})
  await executeSql`
    UPDATE outbox_mails SET next_attempt_at = now() + ${afterSeconds} * interval '1 second',
      lease_until = NULL, data = data || ${data}::jsonb WHERE id = ${id}`
}
