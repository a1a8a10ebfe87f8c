import 'server-only'
import { query } from '@/lib/db'
import type { ExportedViews } from './read-view-export'

/** What was imported stands in a shard of its own, so that the same file imported again changes nothing. */
const importedShard = -1
const rowsPerStatement = 5_000

/**
 * Takes views that another counter knew. For a post and a day the latest import holds; what is counted here is added to it.
 * @returns how many days of posts were taken, their views in all, and the slugs that no post has or had
 * @throws DatabaseAway
 */
export async function importViews(exported: ExportedViews[]): Promise<{ days: number; views: number; unknown: string[] }> {
  const slugs = [...new Set(exported.map(({ slug }) => slug))]
  const posts = await query(
    (client) => client.$queryRaw<{ slug: string; id: number }[]>`
      SELECT slug, id FROM posts WHERE slug = ANY(${slugs})
      UNION ALL
      SELECT slug, post_id FROM post_redirects WHERE slug = ANY(${slugs}) AND slug NOT IN (SELECT slug FROM posts)`,
  )
  const idOf = new Map(posts.map(({ slug, id }) => [slug, id]))
  const known = exported.filter(({ slug }) => idOf.has(slug)).map((row) => ({ ...row, id: idOf.get(row.slug) }))
  for (let first = 0; first < known.length; first += rowsPerStatement) {
    const some = JSON.stringify(known.slice(first, first + rowsPerStatement))
    // A post that had two names is one: its days are added up.
    await query(
      (client) => client.$executeRaw`
        INSERT INTO view_counts (post_id, day, shard, views)
        SELECT id, day, ${importedShard}::smallint, sum(views) FROM jsonb_to_recordset(${some}::jsonb) AS row(id integer, day date, views integer)
         GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (post_id, day, shard) DO UPDATE SET views = excluded.views`,
    )
  }
  return {
    days: known.length,
    views: known.reduce((sum, { views }) => sum + views, 0),
    unknown: slugs.filter((slug) => !idOf.has(slug)),
  }
}
