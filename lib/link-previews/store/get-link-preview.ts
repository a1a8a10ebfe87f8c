import 'server-only'
import {
  findLinkPreviewKey,
  linkPreviewKey,
  parseTarget,
} from '@/lib/link-previews/fetch/parse-target'
import { PageNotRead, targetUnreachable } from '@/lib/link-previews/fetch/target-errors'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { freshSecondsLeft, toFailure, toLinkPreview } from './link-preview-row'
import { updateLinkPreview } from './update-link-preview'
import { findUsedRow } from './use-link-preview'

/** A preview, and how long it holds. */
export type FoundLinkPreview = {
  preview: LinkPreview
  /** Seconds; 0 where it is stale. */
  freshForSeconds: number
  /** Whether it should be refreshed, once it is delivered. */
  stale: boolean
}

/**
 * The preview of a page: the stored one, also where it is stale; the page is fetched and stored where none is.
 *
 * @throws AppError `invalid-url`; `target-unreachable`, `target-refused`, `target-too-slow`, as met now or remembered
 *   from an attempt not long ago; the reason of `signal`, which says that who asks has gone; DatabaseUnavailable
 */
export async function getLinkPreview(url: string, signal?: AbortSignal): Promise<FoundLinkPreview> {
  const key = linkPreviewKey(parseTarget(url))
  const stored = await findUsedRow(key)
  const isUsable = stored && (stored.fetchedAt !== null || freshSecondsLeft(stored, new Date()) > 0)
  const row = isUsable ? stored : (await updateLinkPreview(key, signal)).row
  const preview = toLinkPreview(row, url)
  if (!preview) throw toFailure(row) ?? targetUnreachable()
  const freshForSeconds = freshSecondsLeft(row, new Date())
  return { preview, freshForSeconds, stale: freshForSeconds === 0 }
}

/**
 * Fetches a page anew and stores what came of it, unless what is stored is still fresh. A page that cannot be read
 * keeps the preview it had.
 *
 * @returns whether what a card shows has changed; false for a URL that is not to be fetched, undefined where there was no time for
 *   it, so that nothing was learnt, and it stays due
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
