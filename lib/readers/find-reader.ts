import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { parseCommentId } from '@/lib/comments/comment'
import { isEditToken } from '@/lib/comments/writing/edit-token'
import { decrypt } from '@/lib/crypto/encrypt'
import { query } from '@/lib/db/client'
import type { DataClaim } from '@/lib/mail/data-ticket'
import { withAsciiHost } from '@/lib/mail/mail-address'
import { addressHashes } from '@/lib/mail/reader-address'
import { erased } from './get-reader-data'

/**
 * Finds, for the owner, the reader with an address or the author of a comment. For a comment
 * without an address, the claim covers only that comment.
 * @returns undefined if nothing is stored
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function findReader(
  actor: Actor | undefined,
  addressOrCommentId: string,
): Promise<DataClaim | undefined> {
  requireRole(actor, 'owner')
  const commentId = parseCommentId(addressOrCommentId.trim().replace(/^#/, ''))
  return commentId === undefined
    ? findByAddress(addressOrCommentId.trim())
    : findByComment(commentId)
}

async function findByAddress(typed: string): Promise<DataClaim | undefined> {
  const address = withAsciiHost(typed)
  const rows = await query((client) =>
    // The row of an erased address may exist for another day without the address.
    client.readerAddress.findMany({
      where: { hash: { in: addressHashes(address) }, encryptedAddress: { not: '' } },
      select: { id: true },
      orderBy: { id: 'asc' },
    }),
  )
  return rows.length > 0 ? { addressIds: rows.map(({ id }) => id), commentIds: [] } : undefined
}

/**
 * Looks the decrypted address up again, because one address can have a row for each rotated secret.
 */
async function findByComment(id: number): Promise<DataClaim | undefined> {
  const row = await query((client) =>
    client.comment.findFirst({
      where: { id, NOT: erased },
      select: { address: { select: { id: true, encryptedAddress: true } } },
    }),
  )
  if (!row) return undefined
  const address = row.address && decrypt('reader-address', row.address.encryptedAddress)
  const found = address ? await findByAddress(address) : undefined
  return {
    addressIds: found?.addressIds ?? (row.address ? [row.address.id] : []),
    commentIds: [id],
  }
}

/** A comment id with the edit token that its author received. */
export type CommentToken = { id: number; token: string }

/** Maximum number of comments per claim; the rest is left for the next request. */
const claimsMax = 500

/**
 * Returns the ids of the comments whose edit token is valid. Ignores forged tokens and tokens of
 * other comments.
 * @throws DatabaseUnavailable
 */
export async function claimComments(shown: CommentToken[]): Promise<number[]> {
  const tokens = new Map(shown.slice(0, claimsMax).map(({ id, token }) => [id, token]))
  const rows = await query((client) =>
    client.comment.findMany({
      where: { id: { in: [...tokens.keys()] }, NOT: erased },
      select: { id: true, createdAt: true },
      orderBy: { id: 'asc' },
    }),
  )
  return rows.filter((row) => isEditToken(row, tokens.get(row.id) ?? '')).map(({ id }) => id)
}
