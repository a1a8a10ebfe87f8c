import 'server-only'
import { AppError } from '@/lib/errors'
import { composeLinkPreview } from '@/lib/link-previews/extract/compose-link-preview'
import { noOembed, type Oembed, oembedOf, readOembed } from '@/lib/link-previews/extract/oembed'
import { type FetchOptions, fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { type FetchProfile, mediaType } from '@/lib/link-previews/fetch/fetch-profile'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { TargetRefused } from '@/lib/link-previews/fetch/target-errors'
import { type LinkPreview, linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { extractOffThread, shared } from '@/lib/link-previews/worker/extract-off-thread'
import { freshSecondsMin, freshSecondsOf } from './store/freshness'

/** A JSON document of any JSON media type. A longer one is truncated and fails to parse. */
const wantedJson: FetchProfile = {
  accept: 'application/json',
  reads: (contentType) =>
    /^(?:application|text)\/(?:[\w.-]+\+)?json$|^text\/plain$|^$/.test(mediaType(contentType)),
  bytesMax: 65_536,
  isHeadEnough: false,
}

/**
 * Fetches the oEmbed response of a page. Only logs a failure, because the preview can still use the
 * page's own metadata.
 *
 * @param options.timeoutMs the rest of the page's time limit
 */
async function fetchOembed(href: string, options: FetchOptions): Promise<Oembed> {
  try {
    const { bytes, url } = await fetchPage(parseTarget(href, options.allowOrigins), {
      ...options,
      wanted: wantedJson,
    })
    return readOembed(bytes, url)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.warn(`link preview: oEmbed request to ${new URL(href).host} failed (${error.code})`)
    return noOembed
  }
}

/**
 * Fetches a page and extracts its preview. One time limit of 5 s covers all fetches. Parsing gets
 * the remaining time, plus 0.2 s.
 *
 * @returns also the seconds for which the preview stays fresh
 * @throws AppError `target-unreachable`, `target-refused` (also for a bot challenge),
 *   `target-too-slow`; PageNotRead if the fault is on this server
 */
export async function fetchLinkPreview(
  url: URL,
  options: FetchOptions = {},
): Promise<{ preview: LinkPreview; freshSeconds: number }> {
  const end = performance.now() + (options.timeoutMs ?? linkPreviewLimits.fetchTimeoutMs)
  const leftMs = () => Math.max(0, Math.floor(end - performance.now()))
  shared.afterwordPageThread?.prepare()
  const { bytes, contentType, fileName, status, ...page } = await fetchPage(url, options)
  // A page that was cut is fetched again soon.
  const freshSeconds = page.isCut ? freshSecondsMin : freshSecondsOf(page.cacheControl)
  const { preview, refusal, declared } = await extractOffThread(
    { bytes, href: page.url.href, contentType, fileName },
    leftMs() + linkPreviewLimits.readTimeoutMs,
  )
  if (refusal) throw new TargetRefused(status, refusal)
  const href = oembedOf(declared, page.url)
  if (href === '') return { preview, freshSeconds }
  const oEmbed = await fetchOembed(href, { ...options, timeoutMs: leftMs() })
  return { preview: composeLinkPreview(declared, page.url, oEmbed), freshSeconds }
}
