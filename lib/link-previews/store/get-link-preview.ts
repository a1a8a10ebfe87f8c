import 'server-only'
import { query } from '@/lib/db/client'
import {
  findLinkPreviewKey,
  linkPreviewKey,
  parseTarget,
} from '@/lib/link-previews/fetch/parse-target'
import { PageNotRead, targetUnreachable } from '@/lib/link-previews/fetch/target-errors'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { freshSecondsLeft, type LinkPreviewRow, toFailure, toLinkPreview } from './link-preview-row'
import { updateLinkPreview } from './update-link-preview'
import { findUsedRow } from './use-link-preview'

/** A preview, and how long it stays fresh. */
export type FoundLinkPreview = {
  preview: LinkPreview
  freshForSeconds: number
  /** True if it should be refreshed after it was delivered. */
  stale: boolean
}

function previewIn(row: LinkPreviewRow, url: string): LinkPreview {
  const preview = toLinkPreview(row, url)
  if (!preview) throw toFailure(row) ?? targetUnreachable()
  return preview
}

/**
 * Returns the stored preview of a page, even if it is stale; otherwise fetches the page and stores
 * its preview.
 *
 * @throws AppError `invalid-url`; `target-unreachable`, `target-refused`, `target-too-slow`, from
 *   this attempt or cached from a recent one; the reason of `signal`, which is aborted when the
 *   client disconnects; DatabaseUnavailable
 */
export async function getLinkPreview(url: string, signal?: AbortSignal): Promise<FoundLinkPreview> {
  const key = linkPreviewKey(parseTarget(url))
  const stored = await findUsedRow(key)
  const isUsable = stored && (stored.fetchedAt !== null || freshSecondsLeft(stored, new Date()) > 0)
  const row = isUsable ? stored : (await updateLinkPreview(key, signal)).row
  const preview = previewIn(row, url)
  const freshForSeconds = freshSecondsLeft(row, new Date())
  return { preview, freshForSeconds, stale: freshForSeconds === 0 }
}

/**
 * Refetches a page and stores the result, unless the stored preview is still fresh. A page that
 * cannot be read keeps its old preview.
 *
 * @returns whether the card has changed; false for a URL that must not be fetched; undefined if
 *   there was no time, in which case the preview stays due
 * @throws DatabaseUnavailable
 */
export async function refreshLinkPreview(url: string): Promise<boolean | undefined> {
  const key = findLinkPreviewKey(url)
  if (key === undefined) return false
  try {
    const { row, before } = await updateLinkPreview(key)
    return JSON.stringify(toLinkPreview(row)) !== JSON.stringify(toLinkPreview(before))
  } catch (error) {
    if (error instanceof PageNotRead) return undefined
    throw error
  }
}

/**
 * Fetches a page now, even if the stored preview or failure is still fresh. Only for staff: others
 * could use it to send unlimited requests to a target.
 *
 * @returns its preview; the stored one if the page can no longer be read
 * @throws AppError as `getLinkPreview` does; DatabaseUnavailable
 */
export async function renewLinkPreview(url: string, signal?: AbortSignal): Promise<LinkPreview> {
  const key = linkPreviewKey(parseTarget(url))
  await query((client) =>
    client.linkPreview.updateMany({ where: { url: key }, data: { freshUntil: new Date(0) } }),
  )
  const { row } = await updateLinkPreview(key, signal)
  return previewIn(row, url)
}

/**
 * Returns the stored previews of a page's links, fresh or stale, in one query and without fetching.
 *
 * @returns previews by the URL as it was given. Links that were never read, or must not be fetched,
 *   are absent.
 * @throws DatabaseUnavailable
 */
export async function getStoredLinkPreviews(
  urls: readonly string[],
): Promise<Map<string, LinkPreview>> {
  const keys = new Map(urls.map((url) => [url, findLinkPreviewKey(url)]))
  const wanted = [...new Set(keys.values())].filter((key) => key !== undefined)
  if (wanted.length === 0) return new Map()
  const rows = await query((client) =>
    client.linkPreview.findMany({ where: { url: { in: wanted }, fetchedAt: { not: null } } }),
  )
  const rowsByKey = new Map(rows.map((row) => [row.url, row]))
  const found = new Map<string, LinkPreview>()
  for (const [url, key] of keys) {
    const row = key === undefined ? undefined : rowsByKey.get(key)
    const preview = row && toLinkPreview(row, url)
    if (preview) found.set(url, preview)
  }
  return found
}
