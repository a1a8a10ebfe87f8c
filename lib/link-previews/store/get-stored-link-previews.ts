import 'server-only'
import { query } from '@/lib/db/client'
import { findLinkPreviewKey } from '@/lib/link-previews/fetch/parse-target'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { toLinkPreview } from './link-preview-row'

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
