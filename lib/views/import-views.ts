import 'server-only'
import { query } from '@/lib/db/client'
import type { ExportedViews } from './read-view-export'

/** Separate shard for imports, so that a repeated import of the same file changes nothing. */
const importedShard = -1

/**
 * Imports views from another counter, all or none. The latest import replaces earlier ones for the
 * same post and day, and is added to the views counted here. Adds up the slugs of each post.
 * @returns the number of imported rows, their total views, and the unknown slugs
 * @throws DatabaseUnavailable; a database error if a post has more views on one day than can be
 * stored
 */
export async function importViews(
  exported: ExportedViews[],
): Promise<{ days: number; views: number; unknown: string[] }> {
  const [stored] = await query(
    (client) => client.$queryRaw<{ days: number; views: number; unknown: string[] }[]>`
      WITH exported AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(exported)}::jsonb)
          AS row(slug text, day date, views integer)
      ), named AS MATERIALIZED (
        SELECT slug, coalesce((SELECT id FROM posts WHERE posts.slug = slugs.slug),
          (SELECT post_id FROM post_redirects WHERE post_redirects.slug = slugs.slug)) AS id
          FROM (SELECT DISTINCT slug FROM exported) AS slugs
      ), stored AS (
        INSERT INTO view_counts (post_id, day, shard, views)
        SELECT id, day, ${importedShard}::smallint, sum(views)::integer
          FROM exported JOIN named USING (slug) WHERE id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (post_id, day, shard) DO UPDATE SET views = excluded.views RETURNING views
      )
      SELECT count(*)::integer AS days, coalesce(sum(views), 0)::float8 AS views,
             ARRAY(SELECT slug FROM named WHERE id IS NULL ORDER BY slug) AS unknown
        FROM stored`,
  )
  return stored ?? { days: 0, views: 0, unknown: [] }
}
