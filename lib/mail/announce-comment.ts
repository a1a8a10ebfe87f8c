import 'server-only'
import { keyedHashes } from '@/lib/crypto/encrypt'
import { Prisma, type PrismaClient } from '@/lib/generated/prisma/client'
import { provesAddress } from './address-proof'
import { mailSettings, sendsMail } from './mail-settings'
import { normaliseAddress, sealAddress } from './reader-address'

/** The number of single mails about comments that the owner gets in ten minutes; further ones become one summary. */
export const ownerMailsPerTenMinutes = 10

/** Where nothing is to be told. */
const nothing = Prisma.sql`SELECT NULL WHERE false`

type NewComment = {
  email: string | undefined
  proof: string | undefined
  status: 'published' | 'pending' | 'spam'
  isStaff: boolean
}

/**
 * What a new comment's statement needs of mail. Each is the inside of a common table expression, and `ownerMails` a list
 * of whole ones: `address` is called `address` there and is written only where there is a `place`; the mails follow `added` (id, answered_id, address_id), and
 * so are written with the comment or not at all.
 */
export function announceComment({ email, proof, status, isStaff }: NewComment) {
  const isProven = email !== undefined && provesAddress(proof, email)
  // Judged spam, it causes no mail to anybody: what it gives as its address is most likely another's.
  const asks = email !== undefined && !isProven && status !== 'spam' && !isStaff && sendsMail()
  return {
    isProven,
    address: keepAddress(email, isProven, asks),
    ownerMails: status === 'spam' || isStaff ? noOwnerMails : ownerMails(status, Prisma.sql`added`),
    verification: asks ? verification : nothing,
    replyMail: status === 'published' ? replyMail(Prisma.sql`added`) : nothing,
  }
}

/**
 * The row of an address, found under any secret's hash. The form must not be turned against others: whether an address
 * is to be asked, an hour after it was asked last, is decided on its row alone, which two writers lock in turn.
 */
function keepAddress(email: string | undefined, isProven: boolean, asks: boolean): Prisma.Sql {
  if (email === undefined)
    return Prisma.sql`SELECT NULL::integer AS id, NULL::timestamptz AS verification_sent_at, false AS asked WHERE false`
  const { hash, sealed } = sealAddress(email)
  const hashes = keyedHashes('reader-address', normaliseAddress(email))
  return Prisma.sql`
    INSERT INTO reader_addresses AS kept (hash, sealed, verified_at, verification_sent_at)
    SELECT coalesce((SELECT hash FROM reader_addresses WHERE hash = ANY(${hashes}::text[]) ORDER BY array_position(${hashes}::text[], hash) LIMIT 1), ${hash}),
           ${sealed}, CASE WHEN ${isProven} THEN now() END, CASE WHEN ${asks} THEN now() END
      FROM place
    ON CONFLICT (hash) DO UPDATE SET
      sealed = excluded.sealed,
      verified_at = coalesce(kept.verified_at, excluded.verified_at),
      verification_sent_at = CASE WHEN ${asks} AND kept.unsubscribed_at IS NULL
        AND coalesce(kept.verification_sent_at <= now() - interval '1 hour', true) THEN now() ELSE kept.verification_sent_at END
    RETURNING id, verification_sent_at, unsubscribed_at IS NULL AND coalesce(verification_sent_at = now()::timestamptz(3), false) AS asked`
}

const verification = Prisma.sql`
  INSERT INTO outbox_mails (kind, dedupe_key, comment_id, address_id)
  SELECT 'verify-address', 'verify-address:' || address.id || ':' || extract(epoch FROM verification_sent_at), added.id, address.id
    FROM added JOIN address ON address.asked
  ON CONFLICT (dedupe_key) DO NOTHING`

const noOwnerMails = Prisma.sql`owner_mails AS (${nothing})`

/** How many comments a summary quotes; it counts the others. */
export const summaryQuotesMax = 20

/**
 * Tells the owner of comments, as common table expressions: `source` names their rows, with `id`. Beyond
 * `ownerMailsPerTenMinutes` all comments of the current ten minutes are gathered in one summary. It is due a minute after
 * their end, when every statement that adds to it has ended.
 */
function ownerMails(status: 'published' | 'pending', source: Prisma.Sql): Prisma.Sql {
  if (!mailSettings()?.owner) return noOwnerMails
  const kind = status === 'published' ? 'comment-new' : 'comment-held'
  return Prisma.sql`
    owner_news AS (
      SELECT source.id, ${ownerMailsPerTenMinutes} > (
               SELECT count(*) FROM outbox_mails
                WHERE kind IN ('comment-new', 'comment-held') AND created_at > now() - interval '10 minutes') AS is_single,
             floor(extract(epoch FROM now()) / 600)::bigint AS nth
        FROM ${source} AS source
       -- A comment that is held again is announced again, but not while the first mail waits.
       WHERE NOT EXISTS (
         SELECT 1 FROM outbox_mails
          WHERE comment_id = source.id AND kind = ${kind} AND sent_at IS NULL AND failure IS NULL)
    ), owner_mails AS (
      INSERT INTO outbox_mails (kind, comment_id) SELECT ${kind}, id FROM owner_news WHERE is_single
    ), owner_summary AS (
      INSERT INTO outbox_mails AS summary (kind, dedupe_key, data, next_attempt_at)
      SELECT 'comment-summary', 'comment-summary:' || nth, jsonb_build_object('count', 1, 'ids', jsonb_build_array(id)),
             to_timestamp((nth + 1) * 600 + 60)
        FROM owner_news WHERE NOT is_single
      ON CONFLICT (dedupe_key) DO UPDATE SET data = jsonb_build_object(
        'count', (summary.data->>'count')::integer + 1,
        'ids', CASE WHEN jsonb_array_length(summary.data->'ids') < ${summaryQuotesMax} THEN (summary.data->'ids') || (excluded.data->'ids')
                    ELSE summary.data->'ids' END)
       WHERE summary.sent_at IS NULL AND NOT (summary.data->'ids') @> (excluded.data->'ids')
    )`
}

/**
 * Tells the author of the answered comment, if they confirmed their address and are not answering themselves. `source`
 * names the rows of published comments, with `id`, `answered_id` and `address_id`. A comment is
 * announced once, even if it is published again.
 */
export function replyMail(source: Prisma.Sql): Prisma.Sql {
  if (!sendsMail()) return nothing
  return Prisma.sql`
    INSERT INTO outbox_mails (kind, dedupe_key, comment_id, address_id)
    SELECT 'reply', 'reply:' || source.id, source.id, answered.address_id
      FROM ${source} AS source
      JOIN comments AS answered ON answered.id = source.answered_id
      JOIN reader_addresses ON reader_addresses.id = answered.address_id
     WHERE answered.status = 'published' AND answered.verified_at IS NOT NULL
       AND reader_addresses.verified_at IS NOT NULL AND unsubscribed_at IS NULL
       AND source.address_id IS DISTINCT FROM answered.address_id
       AND NOT EXISTS (SELECT 1 FROM comments AS told WHERE told.id = source.id AND told.reply_told_at IS NOT NULL)
    ON CONFLICT (dedupe_key) DO NOTHING`
}

type Client = Pick<PrismaClient, '$executeRaw'>

/**
 * Puts the mails about the publication of held comments into the outbox: to their authors, and to those they answer.
 * Call it in the transaction that publishes them: it takes those of `ids` that are published.
 * @param client of the transaction
 */
export async function announcePublished(client: Client, ids: number[]): Promise<void> {
  if (!sendsMail() || ids.length === 0) return
  const source = Prisma.sql`(SELECT id, coalesce(answered_id, parent_id) AS answered_id, address_id FROM comments WHERE id = ANY(${ids}::integer[]) AND status = 'published')`
  await client.$executeRaw(replyMail(source))
  await client.$executeRaw(publishedMail(ids))
}

/**
 * Tells readers who left an address that their held comment is public. A comment that was public before it was held, by
 * staff or because of reports, is not announced. An address that nobody has confirmed may be somebody else's: it gets one
 * such mail an hour.
 */
function publishedMail(ids: number[]): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO outbox_mails AS mail (kind, dedupe_key, comment_id, address_id)
    SELECT 'published', 'published:' || id, id, address_id
      FROM (
        SELECT comments.id, address_id, address.verified_at IS NOT NULL AS is_verified, row_number() OVER (PARTITION BY address_id ORDER BY comments.id) AS nth
          FROM comments JOIN reader_addresses AS address ON address.id = comments.address_id
         WHERE comments.id = ANY(${ids}::integer[]) AND status = 'published' AND unsubscribed_at IS NULL
           AND NOT screening @> '[{"rule": "reports"}]'
           AND NOT EXISTS (SELECT 1 FROM comment_judgements AS judgement WHERE judgement.comment_id = comments.id AND from_status = 'published')
      ) AS news
     WHERE is_verified OR nth = 1 AND NOT EXISTS (
       SELECT 1 FROM outbox_mails AS earlier
        WHERE earlier.address_id = news.address_id AND kind = 'published' AND created_at > now() - interval '1 hour' AND failure IS NULL)
    -- The first approval was undone before the mail left.
    ON CONFLICT (dedupe_key) DO UPDATE SET failure = NULL, attempts = 0, next_attempt_at = now() WHERE mail.failure IS NOT NULL`
}

/**
 * Tells the owner that a published comment, or an edit of it, is now held.
 * @param client of the transaction that holds it
 */
export async function announceHeld(client: Client, id: number): Promise<void> {
  if (!mailSettings()?.owner) return
  const source = Prisma.sql`(SELECT ${id}::integer AS id)`
  await client.$executeRaw`WITH ${ownerMails('pending', source)} SELECT 1`
}

/**
 * Tells the owner that comments flood in.
 * @param floodId names the flood: told once under one
 */
export async function announceFlood(client: Client, floodId: string): Promise<void> {
  if (!mailSettings()?.owner) return
  await client.$executeRaw`
    INSERT INTO outbox_mails (kind, dedupe_key) VALUES ('flood', ${`flood:${floodId}`}) ON CONFLICT (dedupe_key) DO NOTHING`
}
