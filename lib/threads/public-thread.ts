import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import { commentsClosed } from '@/lib/settings/comments-closed'

/** The condition for a public row of `threads`, joined with `posts`. Pages of sites are public. */
export const isThreadPublic = Prisma.sql`(threads.site_id IS NOT NULL OR (${isPublic}))`

/** The condition for a row of `threads`, joined with `posts`, that accepts no comments. */
export const isThreadClosed = Prisma.sql`
  CASE WHEN threads.site_id IS NULL THEN ${commentsClosed} ELSE threads.closed END`

/** The condition for a row of `comments` that readers see: published, or a tombstone. */
export const isCommentPublic = Prisma.sql`(status = 'published'
  OR (status = 'deleted' AND published_replies > 0))`

/**
 * Returns SQL for the number of public comments of a thread, with replies, without tombstones.
 * @param id a column with the id of the thread
 */
export const publicCommentCount = (id = Prisma.sql`posts.id`) => Prisma.sql`(
  SELECT coalesce(sum(comments_weight(comments)), 0)::integer FROM comments
   WHERE post_id = ${id} AND parent_id IS NULL
     AND ${isCommentPublic})`

/**
 * Selects the public thread with a slug or, if there is none, the thread that had it: one row or
 * none.
 * @param slug a text or a column
 * @param columns columns of `threads` or, for posts of the blog, of `posts`, qualified by the table
 * name
 */
export function publicThreadBySlug(
  slug: string | Prisma.Sql,
  columns: Prisma.Sql = Prisma.sql`threads.id`,
): Prisma.Sql {
  return Prisma.sql`
    SELECT ${columns} FROM threads LEFT JOIN posts ON posts.id = threads.id
     WHERE threads.slug = ${slug} AND ${isThreadPublic}
    UNION ALL
    SELECT ${columns} FROM post_redirects JOIN threads ON threads.id = post_redirects.post_id
      JOIN posts ON posts.id = threads.id
     WHERE post_redirects.slug = ${slug} AND ${isPublic}
    UNION ALL
    SELECT ${columns} FROM thread_aliases JOIN threads ON threads.id = thread_aliases.thread_id
      LEFT JOIN posts ON posts.id = threads.id
     WHERE thread_aliases.slug = ${slug}
     LIMIT 1`
}

/** Returns SQL for the id of any thread that has or had a slug; NULL if there is none. */
export const threadIdBySlug = (slug: string): Prisma.Sql =>
  Prisma.sql`coalesce((SELECT id FROM threads WHERE slug = ${slug}),
    (SELECT post_id FROM post_redirects WHERE slug = ${slug}),
    (SELECT thread_id FROM thread_aliases WHERE slug = ${slug}))`
