import 'server-only'
import { query } from '@/lib/db'
import { isPublic } from './is-public'

/** A year in which something was published, and how many posts that were. */
export type ArchiveYear = { year: number; posts: number }
export type ArchivedPost = { slug: string; title: string; publishedAt: Date }
export type Archive = { years: ArchiveYear[]; posts: ArchivedPost[] }

/**
 * Every year of the blog, newest first, and the public posts of one of them, newest first. However many posts there
 * are, only those of the year leave the database.
 *
 * @param timeZone IANA name: where the year begins
 * @param year the newest that has posts, where none is given
 * @returns no posts for a year that has none
 * @throws DatabaseAway
 */
export async function listArchive(timeZone: string, year?: number): Promise<Archive> {
  const [archive] = await query(
    (client) => client.$queryRaw<{ years: ArchiveYear[]; posts: { slug: string; title: string; at: number }[] }[]>`
      WITH dated AS MATERIALIZED (
        SELECT id, published_at, extract(year FROM published_at AT TIME ZONE ${timeZone})::integer AS year FROM posts WHERE ${isPublic}),
      years AS (SELECT year, count(*)::integer AS posts FROM dated GROUP BY year)
      SELECT coalesce((SELECT json_agg(years ORDER BY year DESC) FROM years), '[]') AS years,
             coalesce((SELECT json_agg(json_build_object('slug', slug, 'title', title, 'at', extract(epoch FROM posts.published_at) * 1000)
                                       ORDER BY posts.published_at DESC, posts.id DESC)
                         FROM dated JOIN posts USING (id)
                        WHERE year = coalesce(${year ?? null}::integer, (SELECT max(year) FROM years))), '[]') AS posts`,
  )
  return {
    years: archive?.years ?? [],
    posts: (archive?.posts ?? []).map(({ slug, title, at }) => ({ slug, title, publishedAt: new Date(at) })),
  }
}
