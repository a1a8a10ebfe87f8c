import 'server-only'
import { queryRows } from '@/lib/db/client'
import { isListed } from '@/lib/posts/is-public'

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

/**
 * Returns the tags of the newest 500 public posts, as suggestions for the next post.
 * @throws DatabaseUnavailable
 */
export async function listRecentTags(): Promise<string[]> {
  const rows = await queryRows<{ tag: string }>`
    SELECT DISTINCT tag
      FROM (SELECT tags FROM posts WHERE ${isListed}
             ORDER BY published_at DESC, id DESC LIMIT 500) AS newest, unnest(tags) AS tag
     ORDER BY tag`
  return rows.map(({ tag }) => tag)
}
