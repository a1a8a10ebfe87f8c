import 'server-only'
import { Prisma, type PrismaClient } from '@/lib/generated/prisma/client'
import { keyedHashes } from '@/lib/seal'
import { provesAddress } from './address-proof'
import { mailSettings, sendsMail } from './mail-settings'
import { normaliseAddress, sealAddress } from './reader-address'

/** Mails about comments that the owner is sent in ten minutes at most: then the desk tells, and the flood's own mail. */
export const ownerMailsPerTenMinutes = 10

/** Where nothing is to be told. */
const nothing = Prisma.sql`SELECT NULL WHERE false`

type NewComment = { email: string | undefined; proof: string | undefined; status: 'published' | 'pending' | 'spam'; isStaff: boolean }

/**
 * What a new comment's statement needs of mail. Each is the inside of a common table expression: `address` is called
 * `address` there and is written only where there is a `place`; the mails follow `added` (id, answered_id, address_id), and
 * so are written with the comment or not at all.
 */
export function announceComment({ email, proof, status, isStaff }: NewComment) {
  const isProven = email !== undefined && provesAddress(proof, email)
  // Judged spam, it causes no mail to anybody: what it gives as its address is most likely another's.
  const asks = email !== undefined && !isProven && status !== 'spam' && !isStaff && sendsMail()
  return {
    isProven,
    address: keepAddress(email, isProven, asks),
    ownerMail: status === 'spam' || isStaff ? nothing : ownerMail(status, Prisma.sql`added`),
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

/** Tells the owner of comments: `source` names their rows, with `id`. */
function ownerMail(status: 'published' | 'pending', source: Prisma.Sql): Prisma.Sql {
  if (!mailSettings()?.owner) return nothing
  const kind = status === 'published' ? 'comment-new' : 'comment-held'
  return Prisma.sql`
    INSERT INTO outbox_mails (kind, comment_id)
    SELECT ${kind}, source.id FROM ${source} AS source
     WHERE ${ownerMailsPerTenMinutes} > (
       SELECT count(*) FROM outbox_mails
        WHERE kind IN ('comment-new', 'comment-held') AND created_at > now() - interval '10 minutes')
       -- What waits again is told again, but not twice in one mail's time.
       AND NOT EXISTS (
         SELECT 1 FROM outbox_mails
          WHERE comment_id = source.id AND kind = ${kind} AND sent_at IS NULL AND failure IS NULL)`
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
 * Puts into the outbox what the publication of held comments is told by. Call it in the transaction that publishes
 * them: it takes those of `ids` that are published.
 * @param client of the transaction
 */
export async function announcePublished(client: Client, ids: number[]): Promise<void> {
  if (!sendsMail() || ids.length === 0) return
  const source = Prisma.sql`(SELECT id, coalesce(answered_id, parent_id) AS answered_id, address_id FROM comments WHERE id = ANY(${ids}::integer[]) AND status = 'published')`
  await client.$executeRaw(replyMail(source))
}

/**
 * Tells the owner that something waits which did not before: a comment that readers reported, or an edit.
 * @param client of the transaction that holds it
 */
export async function announceHeld(client: Client, ids: number[]): Promise<void> {
  if (!mailSettings()?.owner || ids.length === 0) return
  await client.$executeRaw(ownerMail('pending', Prisma.sql`(SELECT id FROM comments WHERE id = ANY(${ids}::integer[]))`))
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
