import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { encodeCursor, isAfterCursor } from '@/lib/comments/reading/comment-cursor'
import { queryRows } from '@/lib/db/client'
import { likePattern } from '@/lib/db/like-pattern'
import { Prisma, type Thread } from '@/lib/generated/prisma/client'
import { countMax } from '@/lib/text/count-max'
import { slugOfUrl } from '@/lib/threads/thread-slug'

export const threadsPerAdminPage = 50

/** `comments` is the number of comments in all states except deleted. */
type Figures = { comments: number; views: number }

/** Returns the columns of `Figures` for the id of a thread. */
const figures = (id: Prisma.Sql) => Prisma.sql`
  (SELECT count(*)::integer FROM comments
    WHERE post_id = ${id} AND status <> 'deleted') AS comments,
  (SELECT coalesce(sum(views), 0)::float8 FROM view_totals WHERE post_id = ${id}) AS views`

/** A page of a site in the admin area. */
export type AdminThread = Figures &
  Pick<Thread, 'id' | 'slug' | 'title' | 'url' | 'closed' | 'createdAt'> & {
    /** Its other addresses. */
    aliases: string[]
  }

export type ThreadsFilter = {
  siteId: number
  /** Part of a title or of an address, including other addresses of a page. */
  search?: string | undefined
  /** `next` of the previous page. */
  after?: string | undefined
}

/** Threads on the machine of the site's developers. */
export const isLocalThread = Prisma.sql`(
  threads.slug ~ '^(localhost|127\\.0\\.0\\.1|\\[::1\\])(:[0-9]+)?/'
)`

function matches({ siteId, search }: ThreadsFilter): Prisma.Sql {
  const ofSite = Prisma.sql`threads.site_id = ${siteId}`
  if (search === undefined) return ofSite
  const words = likePattern(search)
  return Prisma.sql`${ofSite} AND (threads.slug ILIKE ${words} OR threads.title ILIKE ${words}
    OR EXISTS (SELECT 1 FROM thread_aliases WHERE thread_id = threads.id
      AND thread_aliases.slug ILIKE ${words}))`
}

/**
 * Returns one page of the threads of a site, newest first. Comments and views are counted for the
 * listed threads only.
 * @returns `next`, the cursor of the next page, and the number of matches up to `countMax + 1`
 * @throws AppError `unauthorized`, `forbidden`, `invalid-parameters`; DatabaseUnavailable
 */
export async function listSiteThreads(actor: Actor | undefined, filter: ThreadsFilter) {
  requireRole(actor, 'owner')
  const [rows, [counted]] = await Promise.all([
    queryRows<AdminThread>`
      WITH page AS MATERIALIZED (
        SELECT * FROM threads WHERE ${matches(filter)} AND ${isAfterCursor(filter.after, 'threads')}
         ORDER BY created_at DESC, id DESC LIMIT ${threadsPerAdminPage + 1}
      )
      SELECT id, slug, title, url, closed, created_at AS "createdAt",
        ${figures(Prisma.sql`page.id`)},
        ARRAY(SELECT thread_aliases.slug FROM thread_aliases WHERE thread_id = page.id
          ORDER BY 1 LIMIT 20) AS aliases
        FROM page ORDER BY created_at DESC, id DESC`,
    queryRows<{ matching: number }>`
      SELECT count(*)::integer AS matching FROM (
        SELECT 1 FROM threads WHERE ${matches(filter)} LIMIT ${countMax + 1}) AS counted`,
  ])
  const threads = rows.slice(0, threadsPerAdminPage)
  const last = threads.at(-1)
  const next = last && rows.length > threadsPerAdminPage ? encodeCursor(last) : null
  return { threads, next, matching: counted?.matching ?? 0 }
}

/** Returns the URL and slug of an address that the owner typed with or without a scheme. */
export function readAddress(address: string): { url: string; slug: string } | undefined {
  const text = address.trim()
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const slug = url.length > 2_000 ? undefined : slugOfUrl(url)
  return slug === undefined ? undefined : { url, slug }
}

/** A page with its own thread, which would move to another page of the site. */
export type Merge = Figures & {
  /** The id of the thread that would move. */
  id: number
  slug: string
  into: { slug: string; title: string }
}

/**
 * Returns the thread that a merge would move, or undefined if the address has no thread of its own.
 * A merge cannot be undone, because the origin of comments and views is not stored.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function findMerge(
  actor: Actor | undefined,
  { siteId, threadId }: { siteId: number; threadId: number },
  address: string,
): Promise<Merge | undefined> {
  requireRole(actor, 'owner')
  const slug = readAddress(address)?.slug ?? ''
  const [merge] = await queryRows<Merge>`
    SELECT other.id, other.slug,
      ${figures(Prisma.sql`other.id`)},
      jsonb_build_object('slug', kept.slug, 'title', kept.title) AS into
      FROM threads AS kept JOIN threads AS other USING (site_id)
     WHERE kept.id = ${threadId} AND site_id = ${siteId} AND other.id <> kept.id
       AND (other.slug = ${slug}
         OR other.id = (SELECT thread_id FROM thread_aliases WHERE slug = ${slug}))`
  return merge
}

/**
 * Counts the threads of pages on `localhost`.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function countLocalThreads(actor: Actor | undefined, siteId: number): Promise<number> {
  requireRole(actor, 'owner')
  const [row] = await queryRows<{ count: number }>`
    SELECT count(*)::integer AS count FROM threads
     WHERE site_id = ${siteId} AND ${isLocalThread}`
  return row?.count ?? 0
}

/**
 * Counts everything that a site has stored.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function countSite(actor: Actor | undefined, siteId: number) {
  requireRole(actor, 'owner')
  const [totals] = await queryRows<{ threads: number; comments: number; views: number }>`
    WITH own AS MATERIALIZED (
      SELECT id FROM threads WHERE site_id = ${siteId}
    )
    SELECT (SELECT count(*)::integer FROM own) AS threads,
      (SELECT count(*)::integer FROM comments JOIN own ON own.id = post_id
        WHERE status <> 'deleted') AS comments,
      (SELECT coalesce(sum(views), 0)::float8 FROM view_totals
        JOIN own ON own.id = post_id) AS views`
  return totals ?? { threads: 0, comments: 0, views: 0 }
}
