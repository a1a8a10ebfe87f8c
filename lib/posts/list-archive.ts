import 'server-only'
import { query } from '@/lib/db'
import { isPublic } from './is-public'

/** A year in which something was published, and how many posts that were. */
export type ArchiveYear = { year: number; posts: number }
export type ArchivedPost = { slug: string; title: string; publishedAt: Date }
export type Archive = { years: ArchiveYear[]; posts: ArchivedPost[] }

/**
 * Every year of the blog, newest first, and the public posts of one of them, newest first. However many posts there
 * are, only those of the year are read; the others are counted in the index between the beginnings of two years.
 *
 * @param timeZone IANA name: where the year begins
 * @param year the newest that has posts, where none is given
 * @returns no posts for a year that has none
 * @throws DatabaseAway
 */
export async function listArchive(timeZone: string, year?: number): Promise<Archive> {
  const [archive] = await query(
    (client) => client.$queryRaw<{ years: ArchiveYear[]; posts: { slug: string; title: string; at: number }[] }[]>`
      WITH years AS MATERIALIZED (
        SELECT year, begins, ends, (SELECT count(*)::integer FROM posts WHERE ${isPublic} AND published_at >= begins AND published_at < ends) AS posts
          FROM (SELECT extract(year FROM min(published_at) AT TIME ZONE ${timeZone})::integer AS oldest,
                       extract(year FROM max(published_at) AT TIME ZONE ${timeZone})::integer AS newest FROM posts WHERE ${isPublic}) AS all_posts,
               generate_series(greatest(oldest, 1), newest) AS year,
               LATERAL (SELECT make_timestamp(year, 1, 1, 0, 0, 0) AT TIME ZONE ${timeZone} AS begins,
                               make_timestamp(year + 1, 1, 1, 0, 0, 0) AT TIME ZONE ${timeZone} AS ends) AS bounds)
      SELECT coalesce((SELECT json_agg(json_build_object('year', year, 'posts', posts) ORDER BY year DESC) FROM years WHERE posts > 0), '[]') AS years,
             coalesce((SELECT json_agg(json_build_object('slug', slug, 'title', title, 'at', extract(epoch FROM published_at) * 1000)
                                       ORDER BY published_at DESC, id DESC)
                         FROM (SELECT begins, ends FROM years
                                WHERE years.posts > 0 AND year = coalesce(${year ?? null}::integer, year) ORDER BY year DESC LIMIT 1) AS asked
                         JOIN posts ON ${isPublic} AND published_at >= begins AND published_at < ends), '[]') AS posts`,
  )
  return {
    years: archive?.years ?? [],
    posts: (archive?.posts ?? []).map(({ slug, title, at }) => ({ slug, title, publishedAt: new Date(at) })),
  }
}
