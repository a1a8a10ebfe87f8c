import 'server-only'
import { queryRows } from '@/lib/db/client'
import { publicThreadBySlug } from '@/lib/threads/public-thread'

/**
 * Returns the total number of views of a post; 0 for an unknown slug.
 * @throws DatabaseUnavailable
 */
export async function getViews(slug: string): Promise<number> {
  const [row] = await queryRows<{ views: number }>`
    SELECT coalesce(sum(views), 0)::float8 AS views FROM view_totals
     WHERE post_id = (${publicThreadBySlug(slug)})`
  return row?.views ?? 0
}
