import 'server-only'
import { query } from '@/lib/db/client'
import { isPublic } from '@/lib/posts/is-public'

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
