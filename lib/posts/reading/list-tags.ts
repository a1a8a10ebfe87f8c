import 'server-only'
import { queryRows } from '@/lib/db/client'

/** A tag, the number of public posts with it, and the time of the newest of them. */
export type TagCount = { tag: string; posts: number; publishedAt: Date }

/**
 * Returns all tags of public posts, in case-insensitive alphabetical order.
 * @throws DatabaseUnavailable
 */
export function listTags(): Promise<TagCount[]> {
  return queryRows<TagCount>`
    SELECT tag, count(*)::integer AS posts, max(published_at) AS "publishedAt"
      FROM post_tags WHERE published_at <= now()
     GROUP BY tag ORDER BY lower(tag), tag`
}
