import 'server-only'
import { query } from '@/lib/db/client'

/** A tag and the number of public posts with it. */
export type TagCount = { tag: string; posts: number }

/**
 * Returns all tags of public posts, in case-insensitive alphabetical order.
 * @throws DatabaseUnavailable
 */
export function listTags(): Promise<TagCount[]> {
  return query(
    (client) => client.$queryRaw<TagCount[]>`
      SELECT tag, count(*)::integer AS posts FROM post_tags WHERE published_at <= now()
       GROUP BY tag ORDER BY lower(tag), tag`,
  )
}
