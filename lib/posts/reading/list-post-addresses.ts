import 'server-only'
import { queryRows } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'

/** A post in a list for programs, and the time of its last change for readers. */
export type PostAddress = { slug: string; title: string; summary: string; updatedAt: Date }

/**
 * Returns the newest public posts that search engines may list, at most `most`.
 * @throws DatabaseUnavailable
 */
export function listPostAddresses(most: number): Promise<PostAddress[]> {
  return queryRows<PostAddress>`
    SELECT slug, title, summary, greatest(updated_at, published_at) AS "updatedAt" FROM posts
     WHERE ${isPublic} AND NOT noindex ORDER BY published_at DESC, id DESC LIMIT ${most}`
}
