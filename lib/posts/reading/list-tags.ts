import 'server-only'
import { query } from '@/lib/db/client'

/** A tag and the number of public posts with it. */
export type TagCount = { tag: string; posts: number }

/**
 * Returns all tags of public posts, in case-insensitive alphabetical order. Subtracts scheduled
 * posts from the stored counts, so only those are read.
 * @throws DatabaseUnavailable
 */
export function listTags(): Promise<TagCount[]> {
  return query(
    (client) => client.$queryRaw<TagCount[]>`
      WITH later AS (
        SELECT tag, count(DISTINCT id)::integer AS posts FROM posts, unnest(tags) AS tag
          WHERE NOT draft AND published_at > now() GROUP BY tag)
      SELECT tag, tag_counts.posts - coalesce(later.posts, 0) AS posts
        FROM tag_counts LEFT JOIN later USING (tag)
       WHERE tag_counts.posts > coalesce(later.posts, 0)
       ORDER BY lower(tag), tag`,
  )
}
