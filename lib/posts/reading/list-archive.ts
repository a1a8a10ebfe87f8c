import 'server-only'
import { queryRows } from '@/lib/db/client'
import { isListed } from '@/lib/posts/is-public'

/** A year with public posts, their number, and the time of the newest. */
export type ArchiveYear = { year: number; posts: number; publishedAt: Date }
export type ArchivedPost = { slug: string; title: string; publishedAt: Date }

/**
 * Returns the years with public posts, newest first.
 * @param timeZone IANA name of the zone in which years begin
 * @throws DatabaseUnavailable
 */
export function listYears(timeZone: string): Promise<ArchiveYear[]> {
  return queryRows<ArchiveYear>`
    SELECT extract(year FROM published_at AT TIME ZONE ${timeZone})::integer AS year,
           count(*)::integer AS posts, max(published_at) AS "publishedAt"
      FROM posts WHERE ${isListed} GROUP BY 1 ORDER BY 1 DESC`
}

/**
 * Returns the public posts of a year, newest first.
 * @throws DatabaseUnavailable
 */
export function listPostsOfYear(timeZone: string, year: number): Promise<ArchivedPost[]> {
  return queryRows<ArchivedPost>`
    SELECT slug, title, published_at AS "publishedAt" FROM posts
     WHERE ${isListed}
       AND published_at >= make_timestamp(${year}, 1, 1, 0, 0, 0) AT TIME ZONE ${timeZone}
       AND published_at < make_timestamp(${year + 1}, 1, 1, 0, 0, 0) AT TIME ZONE ${timeZone}
     ORDER BY published_at DESC, id DESC`
}
