import 'server-only'
import { executeSql, query } from '@/lib/db/client'
import { batchRows, inBatches } from '@/lib/db/in-batches'
import { messageOf } from '@/lib/errors'
import type { LinkPreview as LinkPreviewRow } from '@/lib/generated/prisma/client'

/**
 * Limits for links that no post shows, because anyone can have a link stored, about 9 kB each. They
 * are kept for a day after their last use, and at most 10,000 of them (about 90 MB).
 */
export const unusedLinkLimits = { keptHours: 24, storedMax: 10_000 }
/** The precision of `used_at`, so that popular links are not written on each request. */
const usedAtPrecisionMs = 3_600_000

/**
 * Returns the row of a link and marks it as used; null if there is none.
 * @throws DatabaseUnavailable
 */
export async function findUsedRow(key: string): Promise<LinkPreviewRow | null> {
  const row = await query((client) => client.linkPreview.findUnique({ where: { url: key } }))
  if (row && Date.now() - row.usedAt.getTime() > usedAtPrecisionMs) {
    await executeSql`UPDATE link_previews SET used_at = now() WHERE url = ${key}`
  }
  return row
}

/**
 * Deletes the links that no post shows and that have not been used for a day. Beyond `storedMax`,
 * also deletes the least recently used ones.
 * @returns the number of deleted links
 * @throws DatabaseUnavailable
 */
export const deleteUnusedLinkPreviews = (): Promise<number> =>
  inBatches(
    () => executeSql`
      -- By ctid: with outdated statistics, "url IN" repeats the subquery for each row.
      DELETE FROM link_previews WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM link_previews
         WHERE NOT in_posts AND used_at < greatest(
                 now() - ${unusedLinkLimits.keptHours} * interval '1 hour',
                 (SELECT used_at FROM link_previews WHERE NOT in_posts ORDER BY used_at DESC
                     OFFSET ${unusedLinkLimits.storedMax - 1} LIMIT 1))
         ORDER BY used_at LIMIT ${batchRows} FOR UPDATE SKIP LOCKED))`,
  )

const pruneEveryMs = 60_000
let prunedAt = -pruneEveryMs

/**
 * Deletes unused links, at most once a minute in this process: called when a link is stored,
 * because a host may run the timer only once a day. Logs a failure, because the caller's work is
 * done.
 */
export async function pruneLinkPreviews(): Promise<void> {
  if (performance.now() - prunedAt < pruneEveryMs) return
  prunedAt = performance.now()
  try {
    await deleteUnusedLinkPreviews()
  } catch (error) {
    console.warn(`link previews: unused ones were not deleted (${messageOf(error)})`)
  }
}
