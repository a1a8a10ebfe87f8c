import 'server-only'
import { composeLinkPreview } from '@/lib/link-previews/extract/compose-link-preview'
import type { Extraction } from '@/lib/link-previews/extract/extract-link-preview'
import { fetchExtraMetadata } from '@/lib/link-previews/extract/fetch-extra-metadata'
import { oembedAndManifestOf } from '@/lib/link-previews/extract/oembed-and-manifest'
import {
  type FetchedPage,
  type FetchOptions,
  fetchPage,
  type Validators,
} from '@/lib/link-previews/fetch/fetch-page'
import { PageNotRead, targetRefused } from '@/lib/link-previews/fetch/target-errors'
import { type LinkPreview, linkPreviewLimits } from '@/lib/link-previews/link-preview'
import {
  extractOffThread,
  offeredPageThread,
  type UntrustedPage,
} from '@/lib/link-previews/worker/extract-off-thread'
import { freshSecondsMin, freshSecondsOf } from './freshness'

/** A preview extracted from a page, and the seconds for which it stays fresh. */
export type PagePreview = { preview: LinkPreview; freshSeconds: number; validators: Validators }

async function extractInTime(
  page: UntrustedPage,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const budget = AbortSignal.timeout(timeoutMs)
  try {
    return await extractOffThread(page, signal ? AbortSignal.any([budget, signal]) : budget)
  } catch (error) {
    signal?.throwIfAborted()
    throw budget.aborted ? new PageNotRead() : error
  }
}

/** Extracts a preview. If the metadata is poor, also uses the documents that it links to. */
async function extract(
  { bytes, url, contentType, fileName, status }: FetchedPage,
  options: () => FetchOptions,
): Promise<LinkPreview> {
  const { timeoutMs = 0, signal } = options()
  const page = { bytes, href: url.href, contentType, fileName }
  const { preview, isWall, isEmpty, declared } = await extractInTime(
    page,
    timeoutMs + linkPreviewLimits.readTimeoutMs,
    signal,
  )
  if (isWall) throw targetRefused(status, 'robots')
  if (isEmpty) throw targetRefused(status, 'empty')
  const documents = oembedAndManifestOf(declared, url)
  if (documents.manifest === '' && documents.oEmbed === '') return preview
  return composeLinkPreview(declared, url, await fetchExtraMetadata(documents, options()))
}

/**
 * Fetches a page and extracts its preview. One time limit of 5 s covers all fetches. Parsing has
 * what is left of it, plus 0.2 s.
 *
 * @param options.validators the validators of the page's last response
 * @returns no `preview` if the page has not changed since then
 * @throws AppError `target-unreachable`, `target-refused` (also for a bot challenge),
 *   `target-too-slow`; PageNotRead if the fault is on this server
 */
export async function readLinkPreview(
  url: URL,
  options: FetchOptions = {},
): Promise<PagePreview | { preview: undefined; freshSeconds: number }> {
  const { timeoutMs = linkPreviewLimits.fetchTimeoutMs, validators: _, ...further } = options
  const end = performance.now() + timeoutMs
  offeredPageThread()?.prepare()
  const page = await fetchPage(url, options)
  // A page that was cut is fetched again soon and whole: a 304 would keep its incomplete preview.
  const freshSeconds = page.isCut ? freshSecondsMin : freshSecondsOf(page.cacheControl)
  if (page.status === 304) return { preview: undefined, freshSeconds }
  // The validators of a redirect's target do not apply to the redirect itself.
  const hasValidators = page.url.href === url.href && !page.isCut
  const { etag, lastModified } = hasValidators ? page : { etag: '', lastModified: '' }
  const preview = await extract(page, () => ({
    ...further,
    timeoutMs: Math.max(0, Math.floor(end - performance.now())),
  }))
  return { preview, freshSeconds, validators: { etag, lastModified } }
}
