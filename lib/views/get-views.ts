import 'server-only'
import { query } from '@/lib/db'

/**
 * How many views a post has had, in all; 0 for a slug nobody knows. Reading counts nothing.
 * @throws DatabaseAway
 */
export async function getViews(slug: string): Promise<number> {
  const [row] = await query(
    (client) => client.$queryRaw<{ views: number }[]>`
      SELECT coalesce(sum(views), 0)::float8 AS views FROM view_totals
       WHERE post_id = (
         SELECT id FROM posts WHERE slug = ${slug} AND NOT draft AND published_at <= now()
         UNION ALL
         SELECT posts.id FROM post_redirects JOIN posts ON posts.id = post_redirects.post_id
          WHERE post_redirects.slug = ${slug} AND NOT draft AND published_at <= now()
         LIMIT 1
       )`,
  )
  return row?.views ?? 0
}
