import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'

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
