import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import type { LinkPreview as LinkPreviewRow } from '@/lib/generated/prisma/client'
import { withFragment } from '@/lib/link-previews/extract/page-url'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import {
  describeFailure,
  PageNotRead,
  storedFailure,
} from '@/lib/link-previews/fetch/target-errors'
import { fetchLinkPreview } from '@/lib/link-previews/fetch-link-preview'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { failureSecondsOf } from './freshness'
import { findLinkPreviewKey, linkPreviewKey } from './link-preview-key'
import { findUsedRow, pruneLinkPreviews } from './unused-link-previews'

type Update = { row: LinkPreviewRow; before: LinkPreviewRow | null }

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)

/** Fetches a page and returns the columns that change. After a failure, the old preview stays. */
async function read(key: string, failuresBefore: number) {
  try {
    const { preview, freshSeconds } = await fetchLinkPreview(new URL(key))
    const { url: finalUrl, ...fields } = preview
    return {
      ...fields,
      finalUrl,
      fetchedAt: new Date(),
      freshUntil: inSeconds(freshSeconds),
      failureCode: null,
      failureDetail: null,
      failures: 0,
      usedAt: new Date(),
    }
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof PageNotRead) throw error
    // The delay no longer grows beyond a hundred failures, and the column is limited.
    const failures = Math.min(failuresBefore + 1, 100)
    return {
      freshUntil: inSeconds(failureSecondsOf(failures)),
      ...describeFailure(error),
      failures,
      usedAt: new Date(),
    }
  }
}

async function update(key: string, isForced: boolean): Promise<Update> {
  const before = await query((client) => client.linkPreview.findUnique({ where: { url: key } }))
  if (before && !isForced && before.freshUntil > new Date()) return { row: before, before }
  const data = await read(key, before?.failures ?? 0)
  const row = await query((client) =>
    client.linkPreview.upsert({
      where: { url: key },
      create: { url: key, ...data },
      update: data,
    }),
  )
  await pruneLinkPreviews()
  return { row, before }
}

/** Updates in progress in this process, which concurrent callers share. */
const updates = new Map<string, Promise<Update>>()

/**
 * Fetches a page unless its stored row is still fresh, and stores the result, including a failure.
 *
 * @param key as `linkPreviewKey` returns it
 * @param isForced fetches the page even if the row is fresh
 * @throws PageNotRead; DatabaseUnavailable
 */
function updateLinkPreview(key: string, isForced = false): Promise<Update> {
  const current = updates.get(key) ?? update(key, isForced).finally(() => updates.delete(key))
  updates.set(key, current)
  return current
}

/** A preview, and how long it stays fresh. */
export type FoundLinkPreview = {
  preview: LinkPreview
  /** 0 if it is stale and should be refreshed after it was delivered. */
  freshForSeconds: number
}

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
  throw storedFailure(row.failureCode, row.failureDetail)
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
