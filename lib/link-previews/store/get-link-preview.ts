import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import type { LinkPreview as LinkPreviewRow } from '@/lib/generated/prisma/client'
import { withFragment } from '@/lib/link-previews/extract/page-url'
import {
  findLinkPreviewKey,
  linkPreviewKey,
  parseTarget,
} from '@/lib/link-previews/fetch/parse-target'
import { PageNotRead, targetUnreachable } from '@/lib/link-previews/fetch/target-errors'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { updateLinkPreview } from './update-link-preview'
import { findUsedRow } from './use-link-preview'

/** A preview, and how long it stays fresh. */
export type FoundLinkPreview = {
  preview: LinkPreview
  /** 0 if it is stale and should be refreshed after it was delivered. */
  freshForSeconds: number
}

const failureCodes = ['target-unreachable', 'target-refused', 'target-too-slow'] as const

/**
 * Returns the preview in a row, or undefined if the page was never read.
 * @param requestedUrl rows are stored without the fragment of this URL
 */
function toLinkPreview(row: LinkPreviewRow, requestedUrl = row.url): LinkPreview | undefined {
  if (row.fetchedAt === null) return undefined
  const { title, description, image, siteName, finalUrl, favicon } = row
  return { title, description, image, siteName, url: withFragment(finalUrl, requestedUrl), favicon }
}

/** @throws AppError the cached failure if the page was never read */
function previewIn(row: LinkPreviewRow, url: string): LinkPreview {
  const preview = toLinkPreview(row, url)
  if (preview) return preview
  const code = failureCodes.find((known) => known === row.failureCode)
  throw code ? new AppError(code, row.failureDetail ?? '') : targetUnreachable()
}

function freshSecondsLeft({ freshUntil }: LinkPreviewRow): number {
  return Math.max(0, Math.ceil((freshUntil.getTime() - Date.now()) / 1_000))
}

/**
 * Returns the stored preview of a page, even if it is stale; otherwise fetches the page and stores
 * its preview.
 *
 * @throws AppError `invalid-url`; `target-unreachable`, `target-refused`, `target-too-slow`, from
 *   this attempt or cached from a recent one; DatabaseUnavailable
 */
export async function getLinkPreview(url: string): Promise<FoundLinkPreview> {
  const key = linkPreviewKey(parseTarget(url))
  const stored = await findUsedRow(key)
  const isUsable = stored && (stored.fetchedAt !== null || freshSecondsLeft(stored) > 0)
  const row = isUsable ? stored : (await updateLinkPreview(key)).row
  return { preview: previewIn(row, url), freshForSeconds: freshSecondsLeft(row) }
}

/**
 * Refetches a page and stores the result, unless the stored preview is still fresh. A page that
 * cannot be read keeps its old preview.
 *
 * @returns whether the card has changed; undefined if the URL must not be fetched or there was no
 *   time, in which case the preview stays due
 * @throws DatabaseUnavailable
 */
export async function refreshLinkPreview(url: string): Promise<boolean | undefined> {
  const key = findLinkPreviewKey(url)
  if (key === undefined) return undefined
  try {
    const { row, before } = await updateLinkPreview(key)
    const old = before ? toLinkPreview(before) : undefined
    return !isDeepStrictEqual(toLinkPreview(row), old)
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
export async function renewLinkPreview(url: string): Promise<LinkPreview> {
  const { row } = await updateLinkPreview(linkPreviewKey(parseTarget(url)), true)
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
  const keys = urls.flatMap((url) => findLinkPreviewKey(url) ?? [])
  if (keys.length === 0) return new Map()
  const rows = await query((client) =>
    client.linkPreview.findMany({ where: { url: { in: keys } } }),
  )
  const rowsByKey = new Map(rows.map((row) => [row.url, row]))
  const found = urls.flatMap((url): [string, LinkPreview][] => {
    const row = rowsByKey.get(findLinkPreviewKey(url) ?? '')
    const preview = row && toLinkPreview(row, url)
    return preview ? [[url, preview]] : []
  })
  return new Map(found)
}
