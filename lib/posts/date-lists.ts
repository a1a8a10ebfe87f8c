import 'server-only'
import { query } from '@/lib/db'
import { isPublic } from './is-public'

/** When readers last got something new of the posts of a year, and of those with a tag. */
export type DatedLists = { years: { year: number; updatedAt: Date }[]; tags: { tag: string; updatedAt: Date }[] }

type Row = { year: number | null; tag: string | null; updatedAt: Date }

/**
 * Every year in which something was published, newest first, and every tag of the public posts in the order of
 * `listTags`. It reads all posts: ask it rarely where there are many.
 *
 * @param timeZone IANA name: where the year begins
 * @throws DatabaseAway
 */
export async function dateLists(timeZone: string): Promise<DatedLists> {
  const rows = await query(
    (client) => client.$queryRaw<Row[]>`
      SELECT year, tag, max(updated_at) AS "updatedAt"
        FROM (SELECT extract(year FROM published_at AT TIME ZONE ${timeZone})::integer AS year, tags,
                     greatest(updated_at, published_at) AS updated_at FROM posts WHERE ${isPublic}) AS dated
             LEFT JOIN LATERAL unnest(tags) AS tag ON true
       GROUP BY GROUPING SETS ((year), (tag))
       ORDER BY year DESC, lower(tag), tag`,
  )
  // A post without tags is in the group of none, too.
  return {
    years: rows.flatMap(({ year, updatedAt }) => (year === null ? [] : { year, updatedAt })),
    tags: rows.flatMap(({ tag, updatedAt }) => (tag === null ? [] : { tag, updatedAt })),
  }
}
