import 'server-only'
import { isBotWall } from './bot-wall'
import { cleanText } from './clean-text'
import { isHtml } from './content-type'
import { decodePage } from './decode-page'
import { composeLinkPreview, extractLinkPreview } from './extract-link-preview'
import { fetchPage } from './fetch-page'
import { freshSecondsOf } from './freshness'
import { type LinkPreview, linkPreviewLimits } from './link-preview'
import { readDeclared } from './read-declared'
import { targetRefused } from './target-errors'

/**
 * Fetches a page and extracts its preview.
 *
 * @returns the preview, and the seconds for which the page says it holds
 * @throws AppError `target-unreachable`, `target-refused` (a wall for bots too), `target-too-slow`
 */
export async function readLinkPreview(url: URL): Promise<{ preview: LinkPreview; freshSeconds: number }> {
  const page = await fetchPage(url)
  const freshSeconds = freshSecondsOf(page.cacheControl)
  if (!isHtml(page.contentType)) return { preview: extractLinkPreview(page.bytes, page.url, page.contentType), freshSeconds }
  const declared = readDeclared(decodePage(page.bytes, page.contentType))
  // A wall wants to be passed, not shared; an article about one declares its own title.
  const isShared = declared.metas.has('og:title')
  if (!isShared && isBotWall(cleanText(declared.title, linkPreviewLimits.titleLengthMax))) {
    throw targetRefused(page.status, ' with a check for robots')
  }
  return { preview: composeLinkPreview(declared, page.url), freshSeconds }
}
