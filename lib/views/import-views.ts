import 'server-only'
import { query } from '@/lib/db/client'
import { type ExportedViews, viewsMax } from './read-view-export'

/** What was imported stands in a shard of its own, so that the same file imported again changes nothing. */
const importedShard = -1
const rowsPerStatement = 5_000

/**
 * Takes views that another counter knew. For a post and a day the latest import holds; what is counted here is added to it.
 * @returns how many days of posts were taken, their views in all, and the slugs that no post has or had
 * @throws RangeError where the names of a post have more views of one day than can be stored, before anything is; DatabaseUnavailable
 */
export async function importViews(
  exported: ExportedViews[],
): Promise<{ days: number; views: number; unknown: string[] }> {
  const slugs = [...new Set(exported.map(({ slug }) => slug))]
  const posts = await query(
    (client) => client.$queryRaw<{ slug: string; id: number }[]>`
      SELECT slug, id FROM posts WHERE slug = ANY(${slugs})
      UNION ALL
      SELECT slug, post_id FROM post_redirects WHERE slug = ANY(${slugs}) AND slug NOT IN (SELECT slug FROM posts)`,
  )
  const idOf = new Map(posts.map(({ slug, id }) => [slug, id]))
  const known = sumByPost(exported, idOf)
  for (let first = 0; first < known.length; first += rowsPerStatement) {
    const some = JSON.stringify(known.slice(first, first + rowsPerStatement))
    await query(
      (client) => client.$executeRaw`
        INSERT INTO view_counts (post_id, day, shard, views)
        SELECT id, day, ${importedShard}::smallint, views FROM jsonb_to_recordset(${some}::jsonb) AS row(id integer, day date, views integer)
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

/** A post that had two names is one: its days are added up, before statements part them, of which each replaces what is stored. */
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
