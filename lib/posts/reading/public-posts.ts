import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { isListed, isPublic } from '@/lib/posts/is-public'
import { isCommentPublic } from '@/lib/threads/public-thread'

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

/**
 * Selects the public post with a slug or, if there is none, the post that had it: one row or none.
 * @param slug a text or a column
 * @param columns columns of `posts`, qualified by the table name
 */
export function publicPostBySlug(
  slug: string | Prisma.Sql,
  columns: Prisma.Sql = Prisma.sql`posts.id`,
): Prisma.Sql {
  return Prisma.sql`
    SELECT ${columns} FROM posts WHERE posts.slug = ${slug} AND ${isPublic}
    UNION ALL
    SELECT ${columns} FROM post_redirects JOIN posts ON posts.id = post_redirects.post_id
     WHERE post_redirects.slug = ${slug} AND ${isPublic}
     LIMIT 1`
}

/** Returns SQL for the id of any post that has or had a slug; NULL if there is none. */
export function postIdBySlug(slug: string): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT id FROM posts WHERE slug = ${slug}),
    (SELECT post_id FROM post_redirects WHERE slug = ${slug}))`
}

/**
 * Returns SQL for the number of public comments of a thread, with replies, without tombstones.
 * @param id a column with the id of the thread
 */
export const publicCommentCount = (id = Prisma.sql`posts.id`) => Prisma.sql`(
  SELECT coalesce(sum(comments_weight(comments)), 0)::integer FROM comments
   WHERE post_id = ${id} AND parent_id IS NULL
     AND ${isCommentPublic})`
