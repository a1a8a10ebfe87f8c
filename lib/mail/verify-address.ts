import 'server-only'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { addressNamed } from './address-named'
import { addressProof } from './address-proof'
import { readVerificationToken, type Verification } from './mail-links'

/** A comment that was written with the address, as its mailbox's owner is asked about it. */
export type AskedComment = {
  id: number
  authorName: string
  content: string
  slug: string
  title: string
  status: string
  isVerified: boolean
}

/** What a verification link leads to. */
export type AskedAddress = { commentId: number; isVerified: boolean; comments: AskedComment[] }

/** How many comments one link can confirm. */
const commentsMax = 20

/**
 * What the link of a verification mail asks about: the comment that gave cause, and others written with the same address
 * and not confirmed yet. One judged spam since looks like a pending one, as to its author it does everywhere. Reading it
 * changes nothing.
 * @throws AppError `link-invalid`, `link-expired`; DatabaseUnavailable
 */
export async function getAskedAddress(token: string): Promise<AskedAddress> {
  const { address, commentId } = readLink(token)
  const rows = await query(
    (client) => client.$queryRaw<(AskedComment & { isAddressVerified: boolean })[]>`
      SELECT comments.id, author_name AS "authorName", comments.content, slug, title,
             CASE status WHEN 'spam' THEN 'pending' ELSE status::text END AS status,
             comments.verified_at IS NOT NULL AS "isVerified", reader_addresses.verified_at IS NOT NULL AS "isAddressVerified"
        FROM reader_addresses JOIN comments ON comments.address_id = reader_addresses.id JOIN posts ON posts.id = post_id
       WHERE reader_addresses.id = ${addressNamed(address)}
         AND status <> 'deleted' AND (comments.id = ${commentId} OR comments.verified_at IS NULL)
       ORDER BY comments.id = ${commentId} DESC, comments.id DESC
       LIMIT ${commentsMax}`,
  )
  return {
    commentId,
    isVerified: rows.some(
      ({ id, isVerified, isAddressVerified }) =>
        id === commentId && isVerified && isAddressVerified,
    ),
    comments: rows.map(({ isAddressVerified: _, ...comment }) => comment),
  }
}

export type VerifiedAddress = {
  /** For the browser in which it was confirmed. */
  proof: string
  /** Posts on whose pages a name is marked from now on. */
  slugs: string[]
}

/**
 * Confirms an address, and those of its comments that are its reader's own. Used again it confirms nothing new, and is
 * no error: see `getAskedAddress` for what is said then.
 * @param commentIds those that were ticked; others' comments are never touched
 * @throws AppError `link-invalid`, `link-expired`; DatabaseUnavailable
 */
export async function verifyAddress(token: string, commentIds: number[]): Promise<VerifiedAddress> {
  const { address } = readLink(token)
  const [row] = await query(
    (client) => client.$queryRaw<{ hash: string; slugs: string[] }[]>`
      WITH address AS (
        UPDATE reader_addresses SET verified_at = coalesce(verified_at, now())
         WHERE id = ${addressNamed(address)} RETURNING id, hash
      ), marked AS (
        UPDATE comments SET verified_at = now() FROM address
         WHERE comments.address_id = address.id AND comments.id = ANY(${commentIds.slice(0, commentsMax)}::integer[])
           AND verified_at IS NULL AND status <> 'deleted'
        RETURNING post_id, status
      )
      SELECT hash, ARRAY(SELECT DISTINCT slug FROM marked JOIN posts ON posts.id = post_id WHERE status = 'published') AS slugs FROM address`,
  )
  if (!row) throw invalid()
  return { proof: addressProof(row.hash), slugs: row.slugs }
}

/** @throws AppError */
function readLink(token: string): Verification {
  const verification = readVerificationToken(token)
  if (!verification) throw invalid()
  if (verification.isExpired)
    throw new AppError(
      'link-expired',
      'This link was good for seven days. Write a comment with your address to get a new one.',
    )
  return verification
}

function invalid(): AppError {
  return new AppError(
    'link-invalid',
    'This link is not one that was mailed from here, or what it was for is gone.',
  )
}
