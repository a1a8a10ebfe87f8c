import 'server-only'
import { query } from '@/lib/db'

/**
 * How many comments of a post the public sees, replies included, tombstones not, whatever page of them is shown.
 * @param slug the post's present one; 0 for one nobody knows
 * @throws DatabaseAway
 */
export async function countPostComments(slug: string): Promise<number> {
  const [row] = await query(
    (client) => client.$queryRaw<{ count: number }[]>`
      SELECT coalesce(sum(comments_weight(comments)), 0)::integer AS count
        FROM comments JOIN posts ON posts.id = post_id
       WHERE slug = ${slug} AND parent_id IS NULL AND (status = 'published' OR (status = 'deleted' AND published_replies > 0))`,
  )
  return row?.count ?? 0
}
