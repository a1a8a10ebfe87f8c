import 'server-only'
import { query } from '@/lib/db/client'
import { type ExportedViews, viewsMax } from './read-view-export'

/** Separate shard for imports, so that a repeated import of the same file changes nothing. */
const importedShard = -1
const rowsPerStatement = 5_000

/**
 * Imports views from another counter. The latest import replaces earlier ones for the same post and
 * day, and is added to the views counted here.
 * @returns the number of imported rows, their total views, and the unknown slugs
 * @throws RangeError if the slugs of a post have more views on one day than can be stored, before
 * anything is written; DatabaseUnavailable
 */
export async function importViews(
  exported: ExportedViews[],
): Promise<{ days: number; views: number; unknown: string[] }> {
  const slugs = [...new Set(exported.map(({ slug }) => slug))]
  const posts = await query(
    (client) => client.$queryRaw<{ slug: string; id: number }[]>`
      SELECT slug, id FROM posts WHERE slug = ANY(${slugs})
      UNION ALL
      SELECT slug, post_id FROM post_redirects WHERE slug = ANY(${slugs})
        AND slug NOT IN (SELECT slug FROM posts)`,
  )
  const idOf = new Map(posts.map(({ slug, id }) => [slug, id]))
  const known = sumByPost(exported, idOf)
  for (let first = 0; first < known.length; first += rowsPerStatement) {
    const some = JSON.stringify(known.slice(first, first + rowsPerStatement))
    await query(
      (client) => client.$executeRaw`
        INSERT INTO view_counts (post_id, day, shard, views)
        SELECT id, day, ${importedShard}::smallint, views FROM jsonb_to_recordset(${some}::jsonb)
          AS row(id integer, day date, views integer)
         ORDER BY 1, 2
        ON CONFLICT (post_id, day, shard) DO UPDATE SET views = excluded.views`,
    )
  }
  return {
    days: known.length,
    views: known.reduce((sum, { views }) => sum + views, 0),
    unknown: slugs.filter((slug) => !idOf.has(slug)),
  }
}

/**
 * Adds up the rows of posts with several slugs. This has to precede the split into statements,
 * because each statement replaces stored values.
 */
function sumByPost(
  exported: ExportedViews[],
  idOf: Map<string, number>,
): { id: number; day: string; views: number }[] {
  const sums = new Map<string, { id: number; day: string; views: number }>()
  for (const { slug, day, views } of exported) {
    const id = idOf.get(slug)
    if (id === undefined) continue
    const key = `${id} ${day}`
    const sum = sums.get(key) ?? { id, day, views: 0 }
    sum.views += views
    if (sum.views > viewsMax)
      throw new RangeError(`“${slug}” has more than ${viewsMax} views on ${day}.`)
    sums.set(key, sum)
  }
  return [...sums.values()]
}
