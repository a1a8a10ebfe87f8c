import 'server-only'
import { queryRows } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'
import type { Post } from '@/lib/posts/post'

/** A post or page in a list for programs, and the time of its last change for readers. */
export type PostAddress = Pick<Post, 'slug' | 'isPage' | 'title' | 'summary' | 'updatedAt'>

/**
 * Returns the newest public posts and pages that search engines may list, at most `limit`.
 * @throws DatabaseUnavailable
 */
export function listPostAddresses(limit: number): Promise<PostAddress[]> {
  return queryRows<PostAddress>`
    SELECT slug, is_page AS "isPage", title, summary,
           greatest(updated_at, published_at) AS "updatedAt"
      FROM posts WHERE ${isPublic} AND NOT noindex
     ORDER BY published_at DESC, id DESC LIMIT ${limit}`
}
