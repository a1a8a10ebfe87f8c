import 'server-only'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'

/** The slug of a post and the time of its last change for readers. */
export type PostAddress = { slug: string; updatedAt: Date }
/** The title and summary of a post. */
export type PostTitle = { slug: string; title: string; summary: string }

/**
 * Returns all public posts, newest first.
 * @param part limits the list to that file of the sitemap, counted from 1
 * @throws DatabaseUnavailable
 */
export function listPostAddresses(part?: number): Promise<PostAddress[]> {
  const isListed =
    part === undefined ? isPublic : Prisma.sql`${isPublic} AND sitemap_part(id) = ${part}::integer`
  return query(
    (client) => client.$queryRaw<PostAddress[]>`
      SELECT slug, greatest(updated_at, published_at) AS "updatedAt" FROM posts
       WHERE ${isListed} ORDER BY published_at DESC, id DESC`,
  )
}

/**
 * Returns the newest public posts without their content, at most `most`.
 * @throws DatabaseUnavailable
 */
export function listPostTitles(most: number): Promise<PostTitle[]> {
  return query(
    (client) => client.$queryRaw<PostTitle[]>`
      SELECT slug, title, summary FROM posts WHERE ${isPublic}
       ORDER BY published_at DESC, id DESC LIMIT ${most}`,
  )
}

/** A file of the sitemap, counted from 1, and the time of the last change to its posts. */
export type SitemapPart = { part: number; updatedAt: Date }

/**
 * Returns the sitemap files that contain public posts, in order. Each costs two lookups in a
 * dedicated index, whatever its number of posts.
 * @throws DatabaseUnavailable
 */
export function listSitemapParts(): Promise<SitemapPart[]> {
  return query(
    (client) => client.$queryRaw<SitemapPart[]>`
      WITH RECURSIVE parts AS (
        SELECT min(sitemap_part(id)) AS part FROM posts WHERE NOT draft
        UNION ALL
        SELECT (SELECT min(sitemap_part(id)) FROM posts WHERE NOT draft AND sitemap_part(id) > part)
          FROM parts WHERE part IS NOT NULL)
      SELECT part, "updatedAt"
        FROM parts, LATERAL (SELECT greatest(updated_at, published_at) AS "updatedAt" FROM posts
                              WHERE ${isPublic} AND sitemap_part(id) = part ORDER BY 1 DESC
                                LIMIT 1) AS newest
       ORDER BY part`,
  )
}

/**
 * Returns whether there are more than `than` public posts.
 * @throws DatabaseUnavailable
 */
export async function hasMorePosts(than: number): Promise<boolean> {
  const [beyond] = await query(
    (client) =>
      client.$queryRaw<unknown[]>`SELECT 1 FROM posts WHERE ${isPublic} LIMIT 1 OFFSET ${than}`,
  )
  return beyond !== undefined
}
