import 'server-only'
import { LRUCache } from 'lru-cache'
import { query, queryRows } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { refreshLinkPreview } from '@/lib/link-previews/store/get-link-preview'

/** Number of links per round, which are fetched concurrently. */
const roundSize = 32
/** Milliseconds after which no new round starts, to fit the request limits of any host. */
const runMs = 20_000

/**
 * Links that timed out or may no longer be fetched. Nothing is stored for them, so they stay due.
 * They are skipped for ten minutes, so that they block neither other links nor their sites.
 */
// Read the clock on every check: by default, a cached time is valid for a millisecond, in which a
// run may end.
const skipped = new LRUCache<string, true>({ max: 10_000, ttl: 600_000, ttlResolution: 0 })

/** Finds the due links of posts: first those never read, then the longest overdue. */
async function findDueLinks(): Promise<string[]> {
  const due = await queryRows<{ url: string }>`
    SELECT url FROM link_previews
     WHERE in_posts AND fresh_until <= now() AND url <> ALL (${[...skipped.keys()]}::text[])
     ORDER BY fresh_until
     LIMIT ${roundSize}`
  return due.map(({ url }) => url)
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

/** Stops renewing due links that no post shows. Other requests for them still renew them. */
async function stopRenewing(): Promise<void> {
  const unshown = Prisma.sql`in_posts AND fresh_until <= now()
    AND NOT EXISTS (SELECT 1 FROM post_links WHERE post_links.url = link_previews.url)`
  await query((client) =>
    client.$transaction([
      // Saving a post locks these rows, so posts saved before this lock are visible afterwards.
      client.$executeRaw`SELECT 1 FROM link_previews WHERE ${unshown}
        ORDER BY url COLLATE "C" FOR UPDATE`,
      client.$executeRaw`UPDATE link_previews SET in_posts = false WHERE ${unshown}`,
    ]),
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
  await stopRenewing()
  let due = await findDueLinks()
  while (due.length > 0) {
    const outcomes = await Promise.all(
      due.map(async (url) => ({ url, hasChanged: await refreshLinkPreview(url) })),
    )
    for (const { url, hasChanged } of outcomes) {
      if (hasChanged === undefined) skipped.set(url, true)
      else read++
      if (hasChanged) changed.push(url)
    }
    due = Date.now() < end ? await findDueLinks() : []
  }
  return { read, changedPosts: changed.length > 0 ? await findPostsShowing(changed) : [] }
}
