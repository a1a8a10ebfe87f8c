import 'server-only'
import { isBotWall } from './bot-wall'
import { cleanText } from './clean-text'
import { isHtml } from './content-type'
import { decodePage } from './decode-page'
import { composeLinkPreview, extractLinkPreview } from './extract-link-preview'
import { type FetchedPage, fetchPage, type Validators } from './fetch-page'
import { freshSecondsOf } from './freshness'
import { type LinkPreview, linkPreviewLimits } from './link-preview'
import { readDeclared } from './read-declared'
import { targetRefused } from './target-errors'

/** What was read of a page, and the seconds for which it says it holds. */
export type PagePreview = { preview: LinkPreview; freshSeconds: number; validators: Validators }

function extract(page: FetchedPage): LinkPreview {
  if (!isHtml(page.contentType)) return extractLinkPreview(page.bytes, page.url, page.contentType)
  const declared = readDeclared(decodePage(page.bytes, page.contentType))
  // A wall wants to be passed, not shared; an article about one declares its own title.
  const isShared = declared.metas.has('og:title')
  if (!isShared && isBotWall(cleanText(declared.title, linkPreviewLimits.titleLengthMax))) {
    throw targetRefused(page.status, ' with a check for robots')
  }
  return composeLinkPreview(declared, page.url)
}

/**
 * Fetches a page and extracts its preview.
 *
 * @param options.validators what the page gave when it was last read
 * @returns no `preview` where they tell that the page has not changed since
 * @throws AppError `target-unreachable`, `target-refused` (a wall for bots too), `target-too-slow`
 */
export async function readLinkPreview(
  url: URL,
  options: { validators: Validators | undefined; timeoutMs: number },
): Promise<PagePreview | { preview: undefined; freshSeconds: number }> {
  const { validators, timeoutMs } = options
  const page = await fetchPage(url, { timeoutMs, ...(validators && { validators }) })
  const freshSeconds = freshSecondsOf(page.cacheControl)
  if (page.status === 304) return { preview: undefined, freshSeconds }
  // Those of a page behind a redirect say nothing of the redirect.
  const { etag, lastModified } = page.url.href === url.href ? page : { etag: '', lastModified: '' }
  return { preview: extract(page), freshSeconds, validators: { etag, lastModified } }
}
