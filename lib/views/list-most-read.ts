import 'server-only'
import { query } from '@/lib/db'
import { getBlog } from '@/lib/settings/get-blog'
import { daysOfSpan } from './figures/days-of-span'

const postsMax = 5

/** A public post, and its views of late. */
export type MostRead = { slug: string; title: string; views: number }

/**
 * The public posts that were read most on the last seven days, today among them, most views first, at most five.
 * @throws DatabaseAway
 */
export async function listMostRead(at = new Date()): Promise<MostRead[]> {
  const { first, last } = daysOfSpan('7', (await getBlog()).timeZone, at)
  return query(
    (client) => client.$queryRaw<MostRead[]>`
      SELECT slug, title, sum(views)::float8 AS views FROM view_counts JOIN posts ON posts.id = post_id
       WHERE day BETWEEN ${first}::date AND ${last}::date AND NOT draft AND published_at <= now()
       GROUP BY posts.id HAVING sum(views) > 0 ORDER BY sum(views) DESC, posts.id DESC LIMIT ${postsMax}::integer`,
  )
}
