import 'server-only'
import { queryRows } from '@/lib/db/client'
import { isListed } from '@/lib/posts/is-public'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan } from '@/lib/views/stats/span'

const postsMax = 5

/** A public post with its recent views. */
export type MostRead = { slug: string; title: string; views: number }

/**
 * Returns the most read public posts of the last seven days, including today: at most five, most
 * views first.
 * @throws DatabaseUnavailable
 */
export async function listMostRead(at = new Date()): Promise<MostRead[]> {
  const { first, last } = daysOfSpan('7', (await getBlog()).timeZone, at)
  return queryRows<MostRead>`
    SELECT slug, title, sum(views)::float8 AS views
      FROM view_counts JOIN posts ON posts.id = post_id
     WHERE day BETWEEN ${first}::date AND ${last}::date AND ${isListed}
     GROUP BY posts.id HAVING sum(views) > 0
     ORDER BY sum(views) DESC, posts.id DESC LIMIT ${postsMax}::integer`
}
