import 'server-only'
import { query } from '@/lib/db/client'
import { publicPostBySlug } from '@/lib/posts/reading/public-posts'

/**
 * Returns the total number of views of a post; 0 for an unknown slug.
 * @throws DatabaseUnavailable
 */
export async function getViews(slug: string): Promise<number> {
  const [row] = await query(
    (client) => client.$queryRaw<{ views: number }[]>`
      SELECT coalesce(sum(views), 0)::float8 AS views FROM view_totals
       WHERE post_id = (${publicPostBySlug(slug)})`,
  )
  return row?.views ?? 0
}
