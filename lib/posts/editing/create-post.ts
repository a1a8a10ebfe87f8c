import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Reserves the id of a new post. The first save creates the post. Therefore, opening the editor
 * leaves no empty draft behind, and a repeated save creates no second post.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function reservePostId(actor: Actor | undefined): Promise<number> {
  requireRole(actor, 'writer')
  const [row] = await queryRows<{ id: number }>`
    SELECT nextval('posts_id_seq')::integer AS id`
  if (!row) throw new Error('The sequence returned no row')
  return row.id
}

/** The condition for an id that the sequence has returned and that no post or page uses. */
export const isReservedId = (id: number) => Prisma.sql`
  ${id} <= coalesce(pg_sequence_last_value('posts_id_seq'), 0)
  AND NOT EXISTS (SELECT 1 FROM threads WHERE id = ${id})`

/**
 * Returns whether an id comes from `reservePostId` and its post has not been saved yet.
 * @throws DatabaseUnavailable
 */
export async function isReserved(id: number): Promise<boolean> {
  const rows = await queryRows<unknown>`SELECT 1 WHERE ${isReservedId(id)}`
  return rows.length > 0
}
