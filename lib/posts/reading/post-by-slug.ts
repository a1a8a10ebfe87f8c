import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'

/**
 * Selects the public post that has a slug or, where none has, the one that had it: one row or none.
 * @param slug a text, or the column that holds it
 * @param columns of `posts`, by that name
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

/** The id of the post that has a slug or, where none has, of the one that had it, public or not; NULL where there is none. */
export function postIdBySlug(slug: string): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT id FROM posts WHERE slug = ${slug}), (SELECT post_id FROM post_redirects WHERE slug = ${slug}))`
}
