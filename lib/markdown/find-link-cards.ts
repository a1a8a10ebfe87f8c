import 'server-only'
import { LRUCache } from 'lru-cache'
import { cardLines } from './card-lines'
import { linkCardUrl } from './link-card'
import { parsePostMarkdown } from './parse-post-markdown'

/**
 * By what decides of them: a post is asked when it is saved and again when its page is made, and most of what is typed into
 * one is words. Sizes are in characters.
 */
const known = new LRUCache<string, readonly string[]>({
  maxSize: 4_000_000,
  sizeCalculation: (_, lines) => lines.length + 1,
})

/**
 * The URLs that a post shows as cards, in their order, each once: those that stand alone in a paragraph.
 * @throws AppError `invalid-parameters` where the post cannot be parsed
 */
export function findLinkCards(markdown: string): readonly string[] {
  const lines = cardLines(markdown)
  const found = known.get(lines)
  if (found) return found
  const urls = [
    ...new Set(parsePostMarkdown(markdown).children.flatMap((block) => linkCardUrl(block) ?? [])),
  ]
  known.set(lines, urls)
  return urls
}
