import 'server-only'
import { Prisma, type PrismaClient } from '@/lib/generated/prisma/client'
import { isMailEnabled } from './mail-settings'
import { addressHashes, encryptAddress, isAddressProven } from './reader-address'

/**
 * Maximum number of single e-mails to the owner in ten minutes; a summary has the other comments.
 */
export const ownerMailsPerTenMinutes = 10

const noRows = Prisma.sql`SELECT NULL WHERE false`

type NewComment = {
  email: string | undefined
  proof: string | undefined
  status: 'published' | 'pending' | 'spam'
  isStaff: boolean
}

/**
 * Returns the mail-related parts of the statement that adds a comment, so that both are written
 * together. Each is the body of a common table expression; `ownerMails` is a list of complete ones.
 * The part `address` needs this name, and a `place`; the e-mails read `added` (id, post_id,
 * answered_id, address_id).
 */
export function announceComment({ email, proof, status, isStaff }: NewComment) {
  const isProven = email !== undefined && isAddressProven(proof, email)
  // Spam causes no mail, because its address most likely belongs to another person.
  const hasMail = status !== 'spam' && isMailEnabled()
  const isAnnounced = hasMail && status === 'published'
  const sendsVerification = email !== undefined && !isProven && !isStaff && hasMail
  return {
    isProven,
    address: upsertAddress(email, isProven, sendsVerification),
    ownerMails: hasMail && !isStaff ? ownerMails(status, Prisma.sql`added`) : noOwnerMails,
    verification: sendsVerification ? verification : noRows,
    replyMail: isAnnounced ? replyMail(Prisma.sql`added`) : noRows,
    addToDigests: isAnnounced ? addToDigests(Prisma.sql`added`) : noRows,
  }
}

/**
 * Returns SQL that inserts or updates the row of an address, found by its hash under any secret. It
 * gets at most one verification of a kind an hour; the locked row decides, so that concurrent
 * writers take turns.
 */
export function upsertAddress(
  email: string | undefined,
  isProven: boolean,
  sendsVerification: boolean,
): Prisma.Sql {
  if (email === undefined)
    return Prisma.sql`SELECT NULL::integer AS id, NULL::timestamptz AS verification_sent_at,
      false AS is_due WHERE false`
  const { hash, encryptedAddress } = encryptAddress(email)
  const hashes = addressHashes(email)
  return Prisma.sql`
    INSERT INTO reader_addresses AS kept (hash, sealed, verified_at, verification_sent_at)
    SELECT coalesce((SELECT hash FROM reader_addresses WHERE hash = ANY(${hashes}::text[])
      ORDER BY array_position(${hashes}::text[], hash) LIMIT 1), ${hash}),
           ${encryptedAddress}, CASE WHEN ${isProven} THEN now() END, CASE
             WHEN ${sendsVerification} THEN now() END
      FROM place
    ON CONFLICT (hash) DO UPDATE SET
      sealed = excluded.sealed,
      verified_at = coalesce(kept.verified_at, excluded.verified_at),
      verification_sent_at = CASE WHEN ${sendsVerification} AND kept.unsubscribed_at IS NULL
        AND coalesce(kept.verification_sent_at <= now() - interval '1 hour', true) THEN now()
          ELSE kept.verification_sent_at END
    RETURNING id, verification_sent_at, unsubscribed_at, unsubscribed_at IS NULL
      AND coalesce(verification_sent_at = now()::timestamptz(3), false) AS is_due`
}

const verification = Prisma.sql`
  INSERT INTO outbox_mails (kind, dedupe_key, comment_id, address_id)
  SELECT 'verify-address',
    'verify-address:' || address.id || ':' || extract(epoch FROM verification_sent_at), added.id,
    address.id
    FROM added JOIN address ON address.is_due
  ON CONFLICT (dedupe_key) DO NOTHING`

const noOwnerMails = Prisma.sql`owner_mails AS (${noRows})`

/** Number of comments that a summary quotes; further ones are only counted. */
const summaryQuotesMax = 20

/**
 * Returns the e-mails to the owner about the comments of `source` (id) as common table expressions.
 * Beyond the limit, a summary collects the comments of the current ten minutes. It is due a minute
 * after their end, when all statements that add to it have finished.
 */
function ownerMails(status: 'published' | 'pending', source: Prisma.Sql): Prisma.Sql {
  const kind = status === 'published' ? 'comment-new' : 'comment-held'
  return Prisma.sql`
    owner_news AS (
      SELECT source.id, ${ownerMailsPerTenMinutes} > (
               SELECT count(*) FROM outbox_mails
                WHERE kind IN ('comment-new', 'comment-held')
                  AND created_at > now() - interval '10 minutes') AS is_single,
             floor(extract(epoch FROM now()) / 600)::bigint AS nth
        FROM ${source} AS source
       -- A comment that is held again is announced again, but not while the first e-mail waits.
       WHERE NOT EXISTS (
         SELECT 1 FROM outbox_mails
          WHERE comment_id = source.id AND kind = ${kind} AND sent_at IS NULL AND failure IS NULL)
    ), owner_mails AS (
      INSERT INTO outbox_mails (kind, comment_id) SELECT ${kind}, id FROM owner_news WHERE is_single
    ), owner_summary AS (
      INSERT INTO outbox_mails AS summary (kind, dedupe_key, data, next_attempt_at)
      SELECT 'comment-summary', 'comment-summary:' || nth,
        jsonb_build_object('count', 1, 'ids', jsonb_build_array(id)),
             to_timestamp((nth + 1) * 600 + 60)
        FROM owner_news WHERE NOT is_single
      ON CONFLICT (dedupe_key) DO UPDATE SET data = jsonb_build_object(
        'count', (summary.data->>'count')::integer + 1,
        'ids', CASE WHEN jsonb_array_length(summary.data->'ids') < ${summaryQuotesMax}
          THEN (summary.data->'ids') || (excluded.data->'ids')
                    ELSE summary.data->'ids' END)
       WHERE summary.sent_at IS NULL AND NOT (summary.data->'ids') @> (excluded.data->'ids')
    )`
}

/**
 * Notifies the author of the parent comment, if they confirmed their address and did not write the
 * reply themselves. `source` has `id`, `answered_id` and `address_id`.
 */
function replyMail(source: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO outbox_mails (kind, dedupe_key, comment_id, address_id)
    SELECT 'reply', 'reply:' || source.id, source.id, answered.address_id
      FROM ${source} AS source
      JOIN comments AS answered ON answered.id = source.answered_id
      JOIN reader_addresses ON reader_addresses.id = answered.address_id
     WHERE answered.status = 'published' AND answered.verified_at IS NOT NULL
       AND reader_addresses.verified_at IS NOT NULL AND unsubscribed_at IS NULL
       AND source.address_id IS DISTINCT FROM answered.address_id
       AND NOT EXISTS (SELECT 1 FROM comments AS announced WHERE announced.id = source.id
         AND announced.reply_told_at IS NOT NULL)
    ON CONFLICT (dedupe_key) DO NOTHING`
}

/**
 * Adds a comment to the next digest of each follower of its thread, except its author, and the
 * author of the parent comment, who gets an e-mail about the reply. `source` has `id`, `post_id`,
 * `answered_id` and `address_id`.
 */
function addToDigests(source: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO followed_comments (address_id, comment_id)
    SELECT follower.id, source.id
      FROM ${source} AS source
      JOIN thread_follows ON thread_follows.thread_id = source.post_id
        AND thread_follows.confirmed_at IS NOT NULL
      JOIN reader_addresses AS follower ON follower.id = thread_follows.address_id
      LEFT JOIN comments AS answered ON answered.id = source.answered_id
     WHERE follower.verified_at IS NOT NULL AND follower.unsubscribed_at IS NULL
       AND source.address_id IS DISTINCT FROM follower.id
       AND (answered.address_id = follower.id AND answered.status = 'published'
         AND answered.verified_at IS NOT NULL) IS NOT TRUE
    ON CONFLICT DO NOTHING`
}

/** The condition for a comment that was not public before: here, or where it was imported from. */
const isNew = Prisma.sql`NOT screening @> '[{"rule": "reports"}]'
  AND NOT EXISTS (SELECT 1 FROM imported_comments WHERE comment_id = comments.id)
  AND NOT EXISTS (SELECT 1 FROM comment_judgements AS judgement
    WHERE judgement.comment_id = comments.id AND from_status = 'published')`

type Client = Pick<PrismaClient, '$executeRaw'>

/**
 * Queues the e-mails about the publication of held comments to their authors, to those of their
 * parents and to followers, in the transaction that publishes them. Ignores `ids` that are not
 * published.
 */
export async function announcePublished(client: Client, ids: number[]): Promise<void> {
  if (!isMailEnabled() || ids.length === 0) return
  const source = (condition: Prisma.Sql) => Prisma.sql`(
    SELECT id, post_id, coalesce(answered_id, parent_id) AS answered_id, address_id FROM comments
     WHERE id = ANY(${ids}::integer[]) AND status = 'published' AND ${condition})`
  await client.$executeRaw(replyMail(source(Prisma.sql`true`)))
  await client.$executeRaw(addToDigests(source(isNew)))
  await client.$executeRaw(publishedMail(ids))
}

/**
 * Notifies readers that their held comment is public, unless it was public before it was held. An
 * unconfirmed address may belong to another person, so it gets one such e-mail an hour.
 */
function publishedMail(ids: number[]): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO outbox_mails AS mail (kind, dedupe_key, comment_id, address_id)
    SELECT 'published', 'published:' || id, id, address_id
      FROM (
        SELECT comments.id, address_id, address.verified_at IS NOT NULL AS is_verified,
          row_number() OVER (PARTITION BY address_id ORDER BY comments.id) AS nth
          FROM comments JOIN reader_addresses AS address ON address.id = comments.address_id
         WHERE comments.id = ANY(${ids}::integer[]) AND status = 'published'
           AND unsubscribed_at IS NULL AND ${isNew}
      ) AS news
     WHERE is_verified OR nth = 1 AND NOT EXISTS (
       SELECT 1 FROM outbox_mails AS earlier
        WHERE earlier.address_id = news.address_id AND kind = 'published'
          AND created_at > now() - interval '1 hour' AND failure IS NULL)
    -- The first approval was undone before the e-mail was sent.
    ON CONFLICT (dedupe_key) DO UPDATE SET failure = NULL, attempts = 0, next_attempt_at = now()
      WHERE mail.failure IS NOT NULL`
}

/** Notifies the owner that a published comment, or an edit of it, is now held. */
export async function announceHeld(client: Client, id: number): Promise<void> {
  if (!isMailEnabled()) return
  const source = Prisma.sql`(SELECT ${id}::integer AS id)`
  await client.$executeRaw`WITH ${ownerMails('pending', source)} SELECT 1`
}

/** Notifies the owner of a flood of comments, once a day. */
export async function announceFlood(client: Client, day: string): Promise<void> {
  if (!isMailEnabled()) return
  await client.$executeRaw`
    INSERT INTO outbox_mails (kind, dedupe_key) VALUES ('flood', ${`flood:${day}`})
      ON CONFLICT (dedupe_key) DO NOTHING`
}
