import 'server-only'
import { AppError } from '@/lib/errors'
import type { LinkPreview as Stored } from '@/lib/generated/prisma/client'
import { withFragment } from '@/lib/link-previews/extract/page-url'
import type { Validators } from '@/lib/link-previews/fetch/fetch-page'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { failureSecondsOf } from './freshness'
import type { PagePreview } from './read-link-preview'

/** A stored row without `inPosts`, which only triggers and the timer may write. */
export type LinkPreviewRow = Omit<Stored, 'inPosts'>

const rereadSeconds = 30 * 86_400

const failureCodes = ['target-unreachable', 'target-refused', 'target-too-slow'] as const

/** Removes what PostgreSQL cannot store: NUL and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/**
 * Returns the preview in a row, or undefined if the page was never read.
 * @param requestedUrl rows are stored without the fragment of this URL
 */
export function toLinkPreview(
  row: LinkPreviewRow,
  requestedUrl = row.url,
): LinkPreview | undefined {
  if (row.fetchedAt === null) return undefined
  const { title, description, image, siteName, finalUrl, favicon } = row
  return { title, description, image, siteName, url: withFragment(finalUrl, requestedUrl), favicon }
}

/** Returns the cached failure of a row as an error. */
export function toFailure(row: LinkPreviewRow): AppError | undefined {
  const code = failureCodes.find((known) => known === row.failureCode)
  return code && new AppError(code, row.failureDetail ?? '')
}

/** Returns the whole seconds for which a row stays fresh; 0 if it is stale. */
export function freshSecondsLeft(row: LinkPreviewRow, now: Date): number {
  return Math.max(0, Math.ceil((row.freshUntil.getTime() - now.getTime()) / 1_000))
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}

/**
 * Returns the validators for a conditional request. Returns undefined if the page sent none, or if
 * it was last read over 30 days ago: the extraction code may have improved since.
 */
export function validatorsOf(
  { etag, lastModified, fetchedAt }: LinkPreviewRow,
  now: Date,
): Validators | undefined {
  if (fetchedAt === null || after(fetchedAt, rereadSeconds) < now || etag + lastModified === '')
    return undefined
  return { etag, lastModified }
}

/** Returns the row of a page that was just read. */
export function rowOfSuccess(
  before: LinkPreviewRow,
  { preview, freshSeconds, validators }: PagePreview,
  now: Date,
): LinkPreviewRow {
  return {
    ...before,
    title: storable(preview.title),
    description: storable(preview.description),
    image: storable(preview.image),
    siteName: storable(preview.siteName),
    finalUrl: storable(preview.url),
    favicon: storable(preview.favicon),
    etag: storable(validators.etag),
    lastModified: storable(validators.lastModified),
    fetchedAt: now,
    ...withoutFailure(freshSeconds, now),
  }
}

/** Returns the row of a page that has not changed since it was last read. */
export function rowOfUnchanged(
  before: LinkPreviewRow,
  freshSeconds: number,
  now: Date,
): LinkPreviewRow {
  return { ...before, ...withoutFailure(freshSeconds, now) }
}

function withoutFailure(freshSeconds: number, now: Date) {
  return {
    freshUntil: after(now, freshSeconds),
    failureCode: null,
    failureDetail: null,
    failures: 0,
    usedAt: now,
  }
}

/** Returns the row of a page that could not be read. Its old preview stays. */
export function rowOfFailure(before: LinkPreviewRow, failure: AppError, now: Date): LinkPreviewRow {
  // The delay no longer grows beyond a hundred failures, and the column is limited.
  const failures = Math.min(before.failures + 1, 100)
  return {
    ...before,
    freshUntil: after(now, failureSecondsOf(failures)),
    failureCode: failure.code,
    failureDetail: storable(failure.detail),
    failures,
    usedAt: now,
  }
}
