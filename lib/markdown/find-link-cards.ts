import 'server-only'
import { LRUCache } from 'lru-cache'
import { linkCardUrl } from './link-card'
import { parsePostMarkdown } from './parse-post-markdown'

/**
 * Caches the cards of a post by the lines that determine them. A post is parsed when it is saved
 * and again when its page is rendered, and most edits change only other text. The size is in
 * characters.
 */
const cache = new LRUCache<string, readonly string[]>({
  maxSize: 4_000_000,
  sizeCalculation: (_, lines) => lines.length + 1,
})

/**
 * Returns the URLs that a post shows as cards, in order and without duplicates: those that are
 * alone in a paragraph.
 * @throws AppError `invalid-parameters` if the post cannot be parsed
 */
export function findLinkCards(markdown: string): readonly string[] {
  const lines = cardLines(markdown)
  const found = cache.get(lines)
  if (found) return found
  const urls = [
    ...new Set(parsePostMarkdown(markdown).children.flatMap((block) => linkCardUrl(block) ?? [])),
  ]
  cache.set(lines, urls)
  return urls
}

/**
 * Returns the lines that determine which links of a text are cards: lines with a link, the lines
 * directly around them, and code fences. If the result is unchanged, the cards are unchanged, so a
 * megabyte of text need not be parsed again after each edit. Returns the whole text if a link may
 * be nested, as in a list or in HTML. Also returns lines that may be nested too deeply, so that
 * they are parsed and rejected.
 */
export function cardLines(markdown: string): string {
  const result: string[] = []
  let block: string[] = []
  let blockHasLink = false
  for (const line of [...markdown.split('\n'), '']) {
    const holdsLink = line.includes('://') || line.includes('::')
    if ((holdsLink && isIndented.test(line)) || isIndentedFence.test(line) || opensHtml.test(line))
      return markdown
    blockHasLink ||= holdsLink
    block.push(line)
    if (line.trim() !== '') continue
    result.push(
      ...(blockHasLink
        ? block
        : block.filter((other) => isFence.test(other) || nestsDeep.test(other))),
    )
    block = []
    blockHasLink = false
  }
  return result.join('\n')
}

const isIndented = /^[ \t]/
/** A line that opens an HTML block (CommonMark, 4.6), unless it is a URL in angle brackets. */
const opensHtml = /^ {0,3}<(?!https?:)/i
/** An indented fence may belong to a list item, and end with it. */
const isIndentedFence = /^[ \t]+(?:```|~~~)/
const isFence = /^\s*(?:```|~~~)/
const nestsDeep = /^[ \t]{100}|^[ \t]*(?:(?:[->*+]|\d{1,9}[.)])[ \t]*){20}/
