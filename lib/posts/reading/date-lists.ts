import 'server-only'
import { query } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'
import { listTags } from './list-tags'

/** The time of the newest post per year and tag, when each list last changed. */
export type DatedLists = {
  years: { year: number; publishedAt: Date }[]
  tags: { tag: string; publishedAt: Date }[]
}

/**
 * Returns every year with published posts, newest first, and every tag of public posts.
 * @param timeZone IANA name of the zone in which years begin
 * @throws DatabaseUnavailable
 */
export async function dateLists(timeZone: string): Promise<DatedLists> {
  const [years, tags] = await Promise.all([
    query(
      // Use the same boundaries of years as `listArchive`.
      (client) => client.$queryRaw<DatedLists['years']>`
        SELECT year, "publishedAt"
          FROM (SELECT extract(year FROM min(published_at) AT TIME ZONE ${timeZone})::integer
                         AS oldest,
                       extract(year FROM max(published_at) AT TIME ZONE ${timeZone})::integer
                         AS newest
                  FROM posts WHERE ${isPublic}) AS all_posts,
               generate_series(greatest(oldest, 1), newest) AS year,
               LATERAL (SELECT published_at AS "publishedAt" FROM posts
                         WHERE ${isPublic}
                           AND published_at
                               >= make_timestamp(year, 1, 1, 0, 0, 0) AT TIME ZONE ${timeZone}
                           AND published_at
                               < make_timestamp(year + 1, 1, 1, 0, 0, 0) AT TIME ZONE ${timeZone}
                         ORDER BY published_at DESC LIMIT 1) AS of_year
         ORDER BY year DESC`,
    ),
    listTags(),
  ])
  return { years, tags }
}

/**
 * Returns the time of the newest public post; undefined if there is none.
 * @throws DatabaseUnavailable
 */
export async function dateNewestPost(): Promise<Date | undefined> {
  const [newest] = await query(
    (client) => client.$queryRaw<{ at: Date }[]>`
      SELECT published_at AS at FROM posts WHERE ${isPublic} ORDER BY published_at DESC LIMIT 1`,
  )
  return newest?.at
}
