import 'server-only'
import { query } from '@/lib/db'
import { isPublic } from './is-public'

/** A tag, and how many public posts have it. */
export type TagCount = { tag: string; posts: number }

/**
 * Every tag of the public posts, in the order of a dictionary: capitals make no difference.
 * @throws DatabaseAway
 */
export function listTags(): Promise<TagCount[]> {
  return query(
    (client) => client.$queryRaw<TagCount[]>`
      SELECT tag, count(*)::integer AS posts FROM posts, LATERAL (SELECT DISTINCT unnest(tags) AS tag) AS own
       WHERE ${isPublic} GROUP BY tag ORDER BY lower(tag), tag`,
  )
}
