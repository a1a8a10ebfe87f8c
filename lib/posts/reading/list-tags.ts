import 'server-only'
import { queryRows } from '@/lib/db/client'

/** A tag, the number of public posts with it, and the time of the newest of them. */
export type TagCount = { tag: string; posts: number; publishedAt: Date }

/**
 * Returns all tags of public posts, in alphabetical order.
 * @param language whose alphabetical order applies, BCP 47
 * @throws DatabaseUnavailable
 */
export async function listTags(language: string): Promise<TagCount[]> {
  const tags = await queryRows<TagCount>`
    SELECT tag, count(*)::integer AS posts, max(published_at) AS "publishedAt"
      FROM post_tags WHERE published_at <= now()
     GROUP BY tag ORDER BY tag`
  const { compare } = new Intl.Collator(language)
  return tags.sort((one, other) => compare(one.tag, other.tag))
}
