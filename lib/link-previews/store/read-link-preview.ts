import 'server-only'
import { composeLinkPreview } from '@/lib/link-previews/extract/compose-link-preview'
import { fetchExtraMetadata } from '@/lib/link-previews/extract/fetch-extra-metadata'
import { oembedAndManifestOf } from '@/lib/link-previews/extract/oembed-and-manifest'
import { type FetchOptions, fetchPage, type Validators } from '@/lib/link-previews/fetch/fetch-page'
import { targetRefused } from '@/lib/link-previews/fetch/target-errors'
import { type LinkPreview, linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { extractOffThread, offeredPageThread } from '@/lib/link-previews/worker/extract-off-thread'
import { freshSecondsMin, freshSecondsOf } from './freshness'

/** A preview extracted from a page, and the seconds for which it stays fresh. */
export type PagePreview = { preview: LinkPreview; freshSeconds: number; validators: Validators }

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
  const end = performance.now() + (options.timeoutMs ?? linkPreviewLimits.fetchTimeoutMs)
  const leftMs = () => Math.max(0, Math.floor(end - performance.now()))
  offeredPageThread()?.prepare()
  const page = await fetchPage(url, options)
  // A page that was cut is fetched again soon and whole: a 304 would keep its incomplete preview.
  const freshSeconds = page.isCut ? freshSecondsMin : freshSecondsOf(page.cacheControl)
  if (page.status === 304) return { preview: undefined, freshSeconds }
  // The validators of a redirect's target do not apply to the redirect itself.
  const hasValidators = page.url.href === url.href && !page.isCut
  const { etag, lastModified } = hasValidators ? page : { etag: '', lastModified: '' }
  const { bytes, contentType, fileName, status } = page
  const { preview, isWall, isEmpty, declared } = await extractOffThread(
    { bytes, href: page.url.href, contentType, fileName },
    leftMs() + linkPreviewLimits.readTimeoutMs,
  )
  if (isWall || isEmpty) throw targetRefused(status, isWall ? 'robots' : 'empty')
  const found = { freshSeconds, validators: { etag, lastModified } }
  // If the metadata is poor, also use the documents that the page links to.
  const documents = oembedAndManifestOf(declared, page.url)
  if (documents.manifest === '' && documents.oEmbed === '') return { preview, ...found }
  const limits = { timeoutMs: leftMs(), validators: undefined }
  const extra = await fetchExtraMetadata(documents, { ...options, ...limits })
  return { preview: composeLinkPreview(declared, page.url, extra), ...found }
}
