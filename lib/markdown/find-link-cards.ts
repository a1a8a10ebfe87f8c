import 'server-only'
import { LRUCache } from 'lru-cache'
import { cardLines } from './card-lines'
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
