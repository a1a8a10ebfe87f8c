import 'server-only'
import { isEditToken } from '@/lib/comments/writing/edit-token'
import { query } from '@/lib/db/client'
import { erased } from './get-reader-data'

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
