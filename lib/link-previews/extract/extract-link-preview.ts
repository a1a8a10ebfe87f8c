import { isBotWall } from '@/lib/link-previews/fetch/bot-wall'
import { composeLinkPreview } from './compose-link-preview'
import { isHtml } from '@/lib/link-previews/fetch/content-type'
import { decodePage } from './decode-page'
import { describeFile } from './describe-file'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { isEmptyPage, separatePage } from './page-parts'
import { type Declared, nothingDeclared, readDeclared } from './read-declared'
import { runAtOnce, type Steps } from '@/lib/link-previews/worker/take-turns'

/** What was made of a target: what a card shows of it, and what that was made of. */
export type Extraction = {
  preview: LinkPreview
  /** Whether the page is a challenge for robots or a consent form, whose words are not those of the page behind it. */
  isWall: boolean
  /** Whether the page has nothing to show, not even a title. */
  isEmpty: boolean
  declared: Declared
}

/** `extractLinkPreview` in steps, for who has others to serve meanwhile. */
export function* extractInSteps(bytes: Uint8Array, url: URL, contentType: string, fileName = ''): Steps<Extraction> {
  if (!isHtml(contentType)) return { preview: describeFile(url, contentType, fileName), isWall: false, isEmpty: false, declared: nothingDeclared }
  const page = decodePage(bytes, contentType)
  yield
  const found = yield* readDeclared(page)
  yield
  const parts = separatePage(page)
  const isWall = isBotWall(found, parts, url)
  const isEmpty = found.metas.size + found.links.length === 0 && isEmptyPage(parts)
  const declared = isWall ? nothingDeclared : found
  return { preview: composeLinkPreview(declared, url), isWall, isEmpty, declared }
}

/**
 * What a card shows of a target.
 *
 * @param bytes of its body, decompressed, as far as they were read
 * @param url where it was found in the end, http(s)
 * @param contentType its header; `""` where it had none
 * @param fileName the file name in its `Content-Disposition` header, or `""`
 * @returns every field filled as `LinkPreview` promises, whatever the bytes; never throws
 */
export function extractLinkPreview(bytes: Uint8Array, url: URL, contentType: string, fileName = ''): LinkPreview {
  return runAtOnce(extractInSteps(bytes, url, contentType, fileName)).preview
}
