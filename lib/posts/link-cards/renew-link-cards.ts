import 'server-only'
import { LRUCache } from 'lru-cache'
import { query } from '@/lib/db/client'
import { findLinkPreviewKey } from '@/lib/link-previews/fetch/parse-target'
import { refreshLinkPreview } from '@/lib/link-previews/store/get-link-preview'

/** Links of one round: as many as are fetched at once. */
const roundSize = 32
/** A run begins no round after that, and so ends within the time that a request of any host may take. */
const runMs = 20_000

/**
 * Links for which there was no time, of a page too slow to be read as well: nothing is stored of them, and they stay due. They rest for ten minutes, so
 * that they do not take the turns of all others, nor their sites' time.
 */
// The clock is asked each time: by default one look at it holds for a millisecond, in which a run may be over.
const resting = new LRUCache<string, true>({ max: 10_000, ttl: 600_000, ttlResolution: 0 })

type DueLink = { url: string; isShown: boolean }

/** The links of posts whose time to be read has come, the longest overdue first; those that were never read come before all. */
function findDueLinks(): Promise<DueLink[]> {
  return query(
    (client) => client.$queryRaw<DueLink[]>`
      SELECT url, EXISTS (SELECT 1 FROM post_links WHERE post_links.url = link_previews.url) AS "isShown"
        FROM link_previews
       WHERE in_posts AND fresh_until <= now() AND (lease_until IS NULL OR lease_until <= now()) AND url <> ALL (${[...resting.keys()]}::text[])
       ORDER BY fresh_until
       LIMIT ${roundSize}`,
  )
}

/**
 * The slugs of the posts that show a card of one of these links.
 * @param keys as `linkPreviewKey` makes them
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

/** Forgets links that may not be fetched any more: never read, they would be due for ever, and ahead of all others. */
async function forgetLinks(urls: string[]): Promise<void> {
  if (urls.length > 0)
    await query((client) => client.postLink.deleteMany({ where: { url: { in: urls } } }))
}

/** Renews no more those of these links that no post shows. Whoever else asks for one has it renewed. */
async function leaveToOthers(urls: string[]): Promise<void> {
  if (urls.length === 0) return
  await query((client) =>
    client.$transaction(async (transaction) => {
      // Who saves a post with one holds its row: looked at after that, the post is seen.
      await transaction.$executeRaw`SELECT 1 FROM link_previews WHERE url = ANY(${urls}) ORDER BY url COLLATE "C" FOR UPDATE`
      await transaction.$executeRaw`
        UPDATE link_previews SET in_posts = false
         WHERE url = ANY(${urls}) AND NOT EXISTS (SELECT 1 FROM post_links WHERE post_links.url = link_previews.url)`
    }),
  )
}

/**
 * Reads anew the links of posts that are due: those that could not be read when the post was saved, and those that have
 * grown old. How soon each is due again depends on what came of it; one for which there was no time, in ten minutes.
 *
 * @returns how many were read, and the slugs of the posts whose cards look different now
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
    await leaveToOthers(due.filter(({ isShown }) => !isShown).map(({ url }) => url))
    const allowed = shown.filter((url) => findLinkPreviewKey(url) !== undefined)
    await forgetLinks(shown.filter((url) => !allowed.includes(url)))
    const outcomes = await Promise.all(
      allowed.map(async (url) => ({ url, hasChanged: await refreshLinkPreview(url) })),
    )
    for (const { url, hasChanged } of outcomes) {
      if (hasChanged === undefined) resting.set(url, true)
      else read++
      if (hasChanged) changed.push(url)
    }
  }
  return { read, changedPosts: changed.length > 0 ? await findPostsShowing(changed) : [] }
}
