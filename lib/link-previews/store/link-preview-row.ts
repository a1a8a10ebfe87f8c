import 'server-only'
import { AppError, type ErrorCode } from '@/lib/errors'
import type { LinkPreview as Stored } from '@/lib/generated/prisma/client'
import { withFragment } from '@/lib/link-previews/extract/page-url'
import type { Validators } from '@/lib/link-previews/fetch/fetch-page'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { failureSecondsOf } from './freshness'
import type { PagePreview } from './read-link-preview'

/** Without whether posts may show it: that is for triggers and the timer to say, and is not written back with what was read. */
export type LinkPreviewRow = Omit<Stored, 'inPosts'>

const rereadSeconds = 30 * 86_400

const failureCodes: readonly ErrorCode[] = [
  'target-unreachable',
  'target-refused',
  'target-too-slow',
]

/** PostgreSQL keeps no NUL, and would make U+FFFD of a lone surrogate without a word. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/**
 * Returns the preview in a row, or undefined if the page was never read.
 * @param asked the URL that was asked for: rows are stored without its fragment
 */
export function toLinkPreview(row: LinkPreviewRow, asked = row.url): LinkPreview | undefined {
  if (row.fetchedAt === null) return undefined
  const { title, description, image, siteName, finalUrl, favicon } = row
  return { title, description, image, siteName, url: withFragment(finalUrl, asked), favicon }
}

/** The failure that a row remembers, as it was thrown. */
export function toFailure(row: LinkPreviewRow): AppError | undefined {
  const code = failureCodes.find((known) => known === row.failureCode)
  return code && new AppError(code, row.failureDetail ?? '')
}

/** Whole seconds for which a row still answers without a fetch; 0 where it no longer does. */
export function freshSecondsLeft(row: LinkPreviewRow, now: Date): number {
  return Math.max(0, Math.ceil((row.freshUntil.getTime() - now.getTime()) / 1_000))
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}

/**
 * What a page may be asked by whether it has changed. Undefined where it gave nothing, and a month after it was last
 * read: what reads it grows better, too.
 */
export function validatorsOf(
  { etag, lastModified, fetchedAt }: LinkPreviewRow,
  now: Date,
): Validators | undefined {
  if (fetchedAt === null || after(fetchedAt, rereadSeconds) < now || etag + lastModified === '')
    return undefined
  return { etag, lastModified }
}

/** The row of a page that was just read. */
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
    ...untroubled(freshSeconds, now),
  }
}

/** The row of a page that says it is what it was when it was read. */
export function rowOfUnchanged(
  before: LinkPreviewRow,
  freshSeconds: number,
  now: Date,
): LinkPreviewRow {
  return { ...before, ...untroubled(freshSeconds, now) }
}

function untroubled(freshSeconds: number, now: Date) {
  return {
    freshUntil: after(now, freshSeconds),
    failureCode: null,
    failureDetail: null,
    failures: 0,
    usedAt: now,
  }
}

/** The row of a page that could not be read just now. What was read of it before stays. */
export function rowOfFailure(before: LinkPreviewRow, failure: AppError, now: Date): LinkPreviewRow {
  // Beyond a hundred nothing changes any more, and the column has an end.
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
