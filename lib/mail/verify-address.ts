import 'server-only'
import { queryRows } from '@/lib/db/client'
import type { Comment, Thread } from '@/lib/generated/prisma/client'
import { addressIdOf, invalidLink, readVerificationToken } from './mail-links'
import { addressProof } from './reader-address'

/** A page whose new comments are mailed to the address once the owner of the mailbox confirms. */
type FollowedPage = Pick<Thread, 'slug' | 'title' | 'url'> & { isVerified: boolean }

/** A comment to confirm. It is verified if both the comment and its address were confirmed. */
type CommentToVerify = FollowedPage &
  Pick<Comment, 'id' | 'authorName' | 'content'> & { status: string }

/** Maximum number of comments that one link can confirm. */
const commentsMax = 20

/**
 * Returns the items that a verification link can confirm: the comment that caused the e-mail and
 * unconfirmed ones with the same address or, if no comment caused it, the pages that the address
 * follows. Reports spam as pending, as always to its author. Changes nothing.
 * @throws AppError `link-invalid`, `link-expired`; DatabaseUnavailable
 */
export async function getAddressToVerify(token: string) {
  const { address, commentId } = readVerificationToken(token)
  const follows = await queryRows<FollowedPage>`
    SELECT slug, title, url, confirmed_at IS NOT NULL AS "isVerified"
      FROM thread_follows JOIN threads ON threads.id = thread_id
     WHERE address_id = ${addressIdOf(address)} AND ${commentId} = 0
     ORDER BY thread_follows.created_at, thread_id`
  const comments = await queryRows<CommentToVerify>`
    SELECT comments.id, author_name AS "authorName", comments.content, slug, url, title,
           CASE status WHEN 'spam' THEN 'pending' ELSE status::text END AS status,
           comments.verified_at IS NOT NULL AND reader_addresses.verified_at IS NOT NULL
             AS "isVerified"
      FROM reader_addresses JOIN comments ON comments.address_id = reader_addresses.id
        JOIN threads ON threads.id = post_id
     WHERE reader_addresses.id = ${addressIdOf(address)}
       AND status <> 'deleted' AND (comments.id = ${commentId} OR comments.verified_at IS NULL)
     ORDER BY comments.id = ${commentId} DESC, comments.id DESC
     LIMIT ${commentsMax}`
  return { commentId, comments, follows }
}

/**
 * Confirms an address and the selected comments or, if the link is from an e-mail about follows,
 * all follows of the address. Anyone can enter an address, so confirming comments does not confirm
 * follows. Idempotent.
 * @param commentIds the selected comments; those of other addresses are ignored
 * @returns a proof for the browser in which the address was confirmed, and the slugs of the posts
 * that show a newly confirmed name
 * @throws AppError `link-invalid`, `link-expired`; DatabaseUnavailable
 */
export async function verifyAddress(token: string, commentIds: number[]) {
  const { address, commentId } = readVerificationToken(token)
  const [row] = await queryRows<{ hash: string; slugs: string[] }>`
    WITH address AS (
      UPDATE reader_addresses SET verified_at = coalesce(verified_at, now())
       WHERE id = ${addressIdOf(address)} RETURNING id, hash
    ), marked AS (
      UPDATE comments SET verified_at = now() FROM address
       WHERE comments.address_id = address.id
         AND comments.id = ANY(${commentIds.slice(0, commentsMax)}::integer[])
         AND verified_at IS NULL AND status <> 'deleted'
      RETURNING post_id, status
    ), followed AS (
      UPDATE thread_follows SET confirmed_at = now() FROM address
       WHERE address_id = address.id AND confirmed_at IS NULL AND ${commentId} = 0
    )
    SELECT hash, ARRAY(SELECT DISTINCT slug FROM marked JOIN threads ON threads.id = post_id
      WHERE status = 'published') AS slugs FROM address`
  if (!row) throw invalidLink()
  return { proof: addressProof(row.hash), slugs: row.slugs }
}
