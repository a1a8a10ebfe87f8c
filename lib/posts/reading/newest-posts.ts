import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { isListed } from '@/lib/posts/is-public'

/**
 * Returns a query for the ids of public posts, newest first, which an index covers.
 * @param tag limits the result to posts with this tag
 */
export function newestPosts({
  tag,
  limit,
  offset = 0,
}: {
  tag?: string | undefined
  limit: number
  offset?: number
}): Prisma.Sql {
  return tag === undefined
    ? Prisma.sql`SELECT id FROM posts WHERE ${isListed} ORDER BY published_at DESC, id DESC
      LIMIT ${limit} OFFSET ${offset}`
    : Prisma.sql`
        SELECT post_id AS id FROM post_tags WHERE tag = ${tag} AND published_at <= now()
         ORDER BY published_at DESC, post_id DESC LIMIT ${limit} OFFSET ${offset}`
}
