import 'server-only'
import { query } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'

/** A file of the sitemap, counted from 1, and when readers last got something new of the posts in it. */
export type SitemapPart = { part: number; updatedAt: Date }

/**
 * The files of the sitemap that have public posts, in their order. Each costs two looks into an index that is kept for
 * them, however many posts it has.
 * @throws DatabaseUnavailable
 */
export function listSitemapParts(): Promise<SitemapPart[]> {
  return query(
    (client) => client.$queryRaw<SitemapPart[]>`
      WITH RECURSIVE parts AS (
        SELECT min(sitemap_part(id)) AS part FROM posts WHERE NOT draft
        UNION ALL
        SELECT (SELECT min(sitemap_part(id)) FROM posts WHERE NOT draft AND sitemap_part(id) > part) FROM parts WHERE part IS NOT NULL)
      SELECT part, "updatedAt"
        FROM parts, LATERAL (SELECT greatest(updated_at, published_at) AS "updatedAt" FROM posts
                              WHERE ${isPublic} AND sitemap_part(id) = part ORDER BY 1 DESC LIMIT 1) AS newest
       ORDER BY part`,
  )
}

/**
 * Whether there are more public posts than that.
 * @throws DatabaseUnavailable
 */
export async function hasMorePosts(than: number): Promise<boolean> {
  const [beyond] = await query(
    (client) =>
      client.$queryRaw<unknown[]>`SELECT 1 FROM posts WHERE ${isPublic} LIMIT 1 OFFSET ${than}`,
  )
  return beyond !== undefined
}
