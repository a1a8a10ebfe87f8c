import 'server-only'
import { composeLinkPreview } from '@/lib/link-previews/extract/compose-link-preview'
import { fetchOembed } from '@/lib/link-previews/extract/fetch-oembed'
import { oembedOf } from '@/lib/link-previews/extract/oembed'
import { type FetchOptions, fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { targetRefused } from '@/lib/link-previews/fetch/target-errors'
import { type LinkPreview, linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { extractOffThread, shared } from '@/lib/link-previews/worker/extract-off-thread'
import { freshSecondsMin, freshSecondsOf } from './freshness'

/**
 * Fetches a page and extracts its preview. One time limit of 5 s covers all fetches. Parsing has
 * what is left of it, plus 0.2 s.
 *
 * @returns also the seconds for which the preview stays fresh
 * @throws AppError `target-unreachable`, `target-refused` (also for a bot challenge),
 *   `target-too-slow`; PageNotRead if the fault is on this server
 */
export async function readLinkPreview(
  url: URL,
  options: FetchOptions = {},
): Promise<{ preview: LinkPreview; freshSeconds: number }> {
  const end = performance.now() + (options.timeoutMs ?? linkPreviewLimits.fetchTimeoutMs)
  const leftMs = () => Math.max(0, Math.floor(end - performance.now()))
  shared.afterwordPageThread?.prepare()
  const { bytes, contentType, fileName, status, ...page } = await fetchPage(url, options)
  // A page that was cut is fetched again soon.
  const freshSeconds = page.isCut ? freshSecondsMin : freshSecondsOf(page.cacheControl)
  const { preview, isWall, isEmpty, declared } = await extractOffThread(
    { bytes, href: page.url.href, contentType, fileName },
    leftMs() + linkPreviewLimits.readTimeoutMs,
  )
  if (isWall || isEmpty) throw targetRefused(status, isWall ? 'robots' : 'empty')
  const href = oembedOf(declared, page.url)
  if (href === '') return { preview, freshSeconds }
  const oEmbed = await fetchOembed(href, { ...options, timeoutMs: leftMs() })
  return { preview: composeLinkPreview(declared, page.url, oEmbed), freshSeconds }
}
