import 'server-only'
import { LRUCache } from 'lru-cache'
import { query } from '@/lib/db/client'
import { findLinkPreviewKey } from '@/lib/link-previews/fetch/parse-target'
import { refreshLinkPreview } from '@/lib/link-previews/store/get-link-preview'

/** Number of links per round, which are fetched concurrently. */
const roundSize = 32
/** Milliseconds after which no new round starts, to fit the request limits of any host. */
const runMs = 20_000

/**
 * Links that timed out, also because their page is slow. Nothing is stored for them, so they stay
 * due. They are skipped for ten minutes, so that they block neither other links nor their sites.
 */
// Read the clock on every check: by default, a cached time is valid for a millisecond, in which a
// run may end.
const skipped = new LRUCache<string, true>({ max: 10_000, ttl: 600_000, ttlResolution: 0 })

type DueLink = { url: string; isShown: boolean }

/** Finds the due links of posts: first those never read, then the longest overdue. */
function findDueLinks(): Promise<DueLink[]> {
  return query(
    (client) => client.$queryRaw<DueLink[]>`
      SELECT url,
             EXISTS (SELECT 1 FROM post_links WHERE post_links.url = link_previews.url) AS "isShown"
        FROM link_previews
       WHERE in_posts AND fresh_until <= now() AND (lease_until IS NULL OR lease_until <= now())
         AND url <> ALL (${[...skipped.keys()]}::text[])
       ORDER BY fresh_until
       LIMIT ${roundSize}`,
  )
}

/**
 * Returns the slugs of the posts that show a card of one of these links.
 * @param keys the keys from `linkPreviewKey`
 * @throws DatabaseUnavailable
 */
export async function findPostsShowing(keys: readonly string[]): Promise<string[]> {
  const posts = await query((client) =>
    client.post.findMany({
      where: { links: { some: { url: { in: [...keys] } } } },
      select: { slug: true },
    }),
  )
  return posts.map(({ slug }) => slug)
}

/**
 * Deletes links that may no longer be fetched. Since they are never read, they would stay due, and
 * come before all others.
 */
async function deleteLinks(urls: string[]): Promise<void> {
  if (urls.length > 0)
    await query((client) => client.postLink.deleteMany({ where: { url: { in: urls } } }))
}

/** Stops renewing links that no post shows. Other requests for them still renew them. */
async function stopRenewing(urls: string[]): Promise<void> {
  if (urls.length === 0) return
  await query((client) =>
    client.$transaction(async (transaction) => {
      // Saving a post locks these rows, so posts saved before this lock are visible afterwards.
      await transaction.$executeRaw`SELECT 1 FROM link_previews WHERE url = ANY(${urls})
        ORDER BY url COLLATE "C" FOR UPDATE`
      await transaction.$executeRaw`
        UPDATE link_previews SET in_posts = false
         WHERE url = ANY(${urls})
           AND NOT EXISTS (SELECT 1 FROM post_links WHERE post_links.url = link_previews.url)`
    }),
  )
}

/**
 * Fetches the due links of posts again: those that failed when the post was saved, and those that
 * are stale. The result determines when each is due again; after a timeout, in ten minutes.
 * @returns the number of links read, and the slugs of the posts whose cards changed
 * @throws DatabaseUnavailable
 */
export async function renewLinkCards(): Promise<{ read: number; changedPosts: string[] }> {
  const end = Date.now() + runMs
  const changed: string[] = []
  let read = 0
  for (
    let due = await findDueLinks();
    due.length > 0;
    due = Date.now() < end ? await findDueLinks() : []
  ) {
    const shown = due.filter(({ isShown }) => isShown).map(({ url }) => url)
    await stopRenewing(due.filter(({ isShown }) => !isShown).map(({ url }) => url))
    const allowed = shown.filter((url) => findLinkPreviewKey(url) !== undefined)
    await deleteLinks(shown.filter((url) => !allowed.includes(url)))
    const outcomes = await Promise.all(
      allowed.map(async (url) => ({ url, hasChanged: await refreshLinkPreview(url) })),
    )
    for (const { url, hasChanged } of outcomes) {
      if (hasChanged === undefined) skipped.set(url, true)
      else read++
      if (hasChanged) changed.push(url)
    }
  }
  return { read, changedPosts: changed.length > 0 ? await findPostsShowing(changed) : [] }
}
