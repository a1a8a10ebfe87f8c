import 'server-only'
import { LRUCache } from 'lru-cache'
import { query } from '@/lib/db'
import { refreshLinkPreview } from '@/lib/link-previews/get-link-preview'
import { findLinkPreviewKey } from '@/lib/link-previews/parse-target'

/** Links of one round: as many as are fetched at once. */
const roundSize = 32
/** A run begins no round after that, and so ends within the time that a request of any host may take. */
const runMs = 20_000

/**
 * Links for which there was no time, of a page too slow to be read as well: nothing is stored of them, and they stay due. They rest for ten minutes, so
 * that they do not take the turns of all others, nor their sites' time.
 */
const resting = new LRUCache<string, true>({ max: 10_000, ttl: 600_000 })

/** The links of posts that were never read, or whose time to be read again has come, the longest overdue first. */
function findDueLinks(): Promise<{ url: string }[]> {
  return query(
    (client) => client.$queryRaw<{ url: string }[]>`
      SELECT post_links.url
        FROM (SELECT DISTINCT url FROM post_links) AS post_links
        LEFT JOIN link_previews USING (url)
       WHERE url <> ALL (${[...resting.keys()]}::text[])
         AND (link_previews.fresh_until IS NULL
              OR (link_previews.fresh_until <= now() AND (link_previews.lease_until IS NULL OR link_previews.lease_until <= now())))
       ORDER BY link_previews.fresh_until NULLS FIRST
       LIMIT ${roundSize}`,
  )
}

/**
 * The slugs of the posts that show a card of one of these links.
 * @param keys as `linkPreviewKey` makes them
 * @throws DatabaseAway
 */
export async function findPostsShowing(keys: readonly string[]): Promise<string[]> {
  const posts = await query((client) =>
    client.post.findMany({ where: { links: { some: { url: { in: [...keys] } } } }, select: { slug: true } }),
  )
  return posts.map(({ slug }) => slug)
}

/** Forgets links that may not be fetched any more: never read, they would be due for ever, and ahead of all others. */
async function forgetLinks(urls: string[]): Promise<void> {
  if (urls.length > 0) await query((client) => client.postLink.deleteMany({ where: { url: { in: urls } } }))
}

/**
 * Reads anew the links of posts that are due: those that could not be read when the post was saved, and those that have
 * grown old. How soon each is due again depends on what came of it; one for which there was no time, in ten minutes.
 *
 * @returns how many were read, and the slugs of the posts whose cards look different now
 * @throws DatabaseAway
 */
export async function renewLinkCards(): Promise<{ read: number; changedPosts: string[] }> {
  const end = Date.now() + runMs
  const changed: string[] = []
  let read = 0
  for (let due = await findDueLinks(); due.length > 0; due = Date.now() < end ? await findDueLinks() : []) {
    const urls = due.map(({ url }) => url)
    const allowed = urls.filter((url) => findLinkPreviewKey(url) !== undefined)
    await forgetLinks(urls.filter((url) => !allowed.includes(url)))
    const outcomes = await Promise.all(allowed.map(async (url) => ({ url, hasChanged: await refreshLinkPreview(url) })))
    for (const { url, hasChanged } of outcomes) {
      if (hasChanged === undefined) resting.set(url, true)
      else read++
      if (hasChanged) changed.push(url)
    }
  }
  return { read, changedPosts: changed.length > 0 ? await findPostsShowing(changed) : [] }
}
