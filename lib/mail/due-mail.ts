import 'server-only'
import { z } from 'zod'
import { executeSql, inTransaction, query, queryRows } from '@/lib/db/client'
import type { Prisma, Staff } from '@/lib/generated/prisma/client'
import { isThreadPublic } from '@/lib/threads/public-thread'
import { staffMailData } from './staff-mail'

const withSite = { include: { site: { select: { name: true, language: true } } } } as const
const withThread = { include: { thread: withSite } } as const
const included = { include: { address: true, comment: withThread } } as const

type OutboxMail = Prisma.OutboxMailGetPayload<typeof included>
export type MailedThread = Prisma.ThreadGetPayload<typeof withSite>
export type MailedComment = Prisma.CommentGetPayload<typeof withThread>

/** An e-mail leased by this process, with the current state of all that its text may use. */
export type DueMail = Omit<OutboxMail, 'data'> & {
  data: z.infer<typeof mailData>
  /** The thread of the comment, or the one that the reader follows. */
  thread: MailedThread | null
  /** The comments that a summary or digest quotes. */
  quoted: MailedComment[]
  /** The first one is the owner who installed the blog. */
  staff: Pick<Staff, 'id' | 'email' | 'role' | 'language'>[]
}

/** The data of all kinds of mail. Invalid data counts as missing and must not delay other mail. */
const mailData = staffMailData
  .partial()
  .extend({
    /** The comments that a summary or digest quotes, and the number of those in a summary. */
    ids: z.array(z.int()).optional(),
    count: z.int().optional(),
    /** The thread that the reader follows. */
    threadId: z.int().optional(),
    /** The rows of the reader's address. */
    addressIds: z.array(z.int()).optional(),
    /** The hashes of the owners' addresses that need no further attempt. */
    told: z.array(z.string()).optional(),
  })
  .catch({})

/** Duration of a lease in seconds, longer than any attempt. */
const leaseSeconds = 60

/**
 * Leases the e-mail that has been due longest, and counts the attempt. Skips locked rows.
 * @throws DatabaseUnavailable
 */
export function leaseDueMail(): Promise<DueMail | undefined> {
  return inTransaction(async (transaction) => {
    const [leased] = await transaction.$queryRaw<{ id: number }[]>`
      UPDATE outbox_mails SET lease_until = now() + ${leaseSeconds} * interval '1 second',
        attempts = attempts + 1
       WHERE id = (
         SELECT id FROM outbox_mails
          WHERE sent_at IS NULL AND failure IS NULL AND next_attempt_at <= now()
            AND (lease_until IS NULL OR lease_until <= now())
          ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id`
    if (!leased) return undefined
    const mail = await transaction.outboxMail.findUniqueOrThrow({ where: leased, ...included })
    const data = mailData.parse(mail.data)
    const { threadId: id } = data
    const followed =
      id === undefined ? null : await transaction.thread.findUnique({ where: { id }, ...withSite })
    const thread = mail.comment?.thread ?? followed
    const quoted = await findQuoted(transaction, mail, data.ids ?? [])
    const staff = await transaction.staff.findMany({
      select: { id: true, email: true, role: true, language: true },
      orderBy: { createdAt: 'asc' },
    })
    return { ...mail, data, thread, quoted, staff }
  })
}

/** A digest quotes public comments of threads that the reader still follows. */
async function findQuoted(
  transaction: Prisma.TransactionClient,
  { kind, addressId }: OutboxMail,
  ids: number[],
): Promise<MailedComment[]> {
  if (ids.length === 0) return []
  const shown = await transaction.$queryRaw<{ id: number }[]>`
    SELECT comments.id FROM comments JOIN threads ON threads.id = post_id
      LEFT JOIN posts ON posts.id = threads.id
     WHERE comments.id = ANY(${ids}::integer[]) AND CASE ${kind}
       WHEN 'comment-summary' THEN status IN ('published', 'pending')
       ELSE status = 'published' AND ${isThreadPublic} AND EXISTS (SELECT 1 FROM thread_follows
         WHERE address_id = ${addressId} AND thread_id = threads.id
           AND confirmed_at IS NOT NULL) END`
  return transaction.comment.findMany({
    where: { id: { in: shown.map(({ id }) => id) } },
    ...withThread,
    orderBy: { id: 'asc' },
  })
}

/**
 * Returns how many e-mails are due, and for how many seconds the oldest has been due.
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
 * Marks an e-mail as sent or as permanently failed, and deletes its data.
 * @param failure the reason of the failure, without an address; if undefined, the e-mail was sent
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

/**
 * Schedules another attempt.
 * @param notified the hashes of the owners' addresses that need no further attempt
 * @throws DatabaseUnavailable
 */
export async function scheduleRetry(
  id: number,
  afterSeconds: number,
  notified: string[],
): Promise<void> {
  const data = JSON.stringify(notified.length > 0 ? { told: notified } : {})
  await executeSql`
    UPDATE outbox_mails SET next_attempt_at = now() + ${afterSeconds} * interval '1 second',
      lease_until = NULL, data = data || ${data}::jsonb WHERE id = ${id}`
}
