import 'server-only'
import { query } from '@/lib/db/client'

/** A tag, and how many public posts have it. */
export type TagCount = { tag: string; posts: number }

/**
 * Every tag of the public posts, in the order of a dictionary: capitals make no difference. The sums that the database
 * keeps, less the posts whose time has not come: however many posts there are, none of the others is read.
 * @throws DatabaseUnavailable
 */
export function listTags(): Promise<TagCount[]> {
  return query(
    (client) => client.$queryRaw<TagCount[]>`
      WITH later AS (
        SELECT tag, count(DISTINCT id)::integer AS posts FROM posts, unnest(tags) AS tag WHERE NOT draft AND published_at > now() GROUP BY tag)
      SELECT tag, tag_counts.posts - coalesce(later.posts, 0) AS posts
        FROM tag_counts LEFT JOIN later USING (tag)
       WHERE tag_counts.posts > coalesce(later.posts, 0)
       ORDER BY lower(tag), tag`,
  )
}
