import 'server-only'
import { isEditToken } from '@/lib/comments/writing/edit-token'
import { query } from '@/lib/db/client'
import { erased } from './get-reader-data'

/** A comment and what is shown for it: the token that its author was given. */
export type CommentToken = { id: number; token: string }

/** Comments that are claimed at once; the rest waits for the next time. */
export const claimsMax = 500

/**
 * The ids of those comments whose own token is shown. A token that is forged, or of another comment, is passed over.
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
