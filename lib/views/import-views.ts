import 'server-only'
import { query, queryRows } from '@/lib/db/client'
import { hostOfSlug } from '@/lib/threads/thread-slug'
import type { ExportedViews } from './read-view-export'

/** Separate shard for imports, so that a repeated import of the same file changes nothing. */
const importedShard = -1

/**
 * Imports views from another counter in one transaction. The latest import replaces earlier ones
 * for the same thread and day, and is added to the views counted here. Adds up the paths of each
 * thread.
 *
 * Paths must match completely: `/posts/slug` and `/slug` match a post, and `host/path` matches a
 * page of a site. Another path, such as `/2024/05/slug`, matches a post if no other path ends in
 * that slug.
 * @param site the host of the site to which paths without a host belong
 * @returns the number of imported rows, their total views, and the unknown paths
 * @throws DatabaseUnavailable; a database error if a thread has more views on one day than can be
 * stored
 */
export async function importViews(
  exported: ExportedViews[],
  site?: string,
): Promise<{ days: number; views: number; unknown: string[] }> {
  const paths = [...new Set(exported.map(({ path }) => path))]
  const threads = await findThreads(await slugsOf(paths, site))
  const rows = exported.map(({ path, ...row }) => ({ id: threads.get(path), ...row }))
  const [stored] = await queryRows<{ days: number; views: number }>`
    WITH stored AS (
      INSERT INTO view_counts (post_id, day, shard, views)
      SELECT id, day, ${importedShard}::smallint, sum(views)::integer
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS row(id integer, day date, views integer)
       WHERE id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (post_id, day, shard) DO UPDATE SET views = excluded.views RETURNING views
    )
    SELECT count(*)::integer AS days, coalesce(sum(views), 0)::float8 AS views FROM stored`
  const unknown = paths.filter((path) => !threads.has(path)).sort()
  return { days: 0, views: 0, ...stored, unknown }
}

/** Returns the slug that each path names. */
async function slugsOf(
  paths: readonly string[],
  site: string | undefined,
): Promise<Map<string, string>> {
  const hosts = await query((client) => client.siteHost.findMany({ select: { host: true } }))
  const known = new Set(hosts.map(({ host }) => host))
  const slugs = new Map<string, string>()
  const others = new Map<string, string[]>()
  for (const path of paths) {
    const address = site !== undefined && path.startsWith('/') ? site + path : path
    const slug = known.has(hostOfSlug(address)) ? address : slugOfPost(address)
    const last = path.split('/').at(-1) ?? ''
    if (slug !== undefined) slugs.set(path, slug)
    else others.set(last, [...(others.get(last) ?? []), path])
  }
  const named = new Set(slugs.values())
  for (const [last, [path = '', ...more]] of others)
    if (more.length === 0 && !named.has(last)) slugs.set(path, last)
  return slugs
}

/** Returns the slug in the address of a post: `/posts/slug`, `/slug` or `slug`, on any host. */
function slugOfPost(address: string): string | undefined {
  const [first = ''] = address.split('/', 1)
  const path = /[.:]/.test(first) ? address.slice(first.length) : address
  return /^(?:\/(?:posts\/)?)?([^/]+)$/.exec(path || address)?.[1]
}

/** Returns the ids of threads by path. Their current or former slugs match. */
async function findThreads(slugs: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const rows = await queryRows<{ slug: string; id: number }>`
    SELECT slug, coalesce(
        (SELECT id FROM threads WHERE threads.slug = named.slug
          AND (site_id IS NOT NULL OR EXISTS (SELECT FROM posts WHERE posts.id = threads.id))),
        (SELECT post_id FROM post_redirects WHERE post_redirects.slug = named.slug),
        (SELECT thread_id FROM thread_aliases WHERE thread_aliases.slug = named.slug)) AS id
      FROM unnest(${[...new Set(slugs.values())]}::text[]) AS named (slug)`
  const ids = new Map(rows.map(({ slug, id }) => [slug, id]))
  return new Map(
    [...slugs].flatMap(([path, slug]) => {
      const id = ids.get(slug)
      return id ? [[path, id] as const] : []
    }),
  )
}
