import 'server-only'
import { LRUCache } from 'lru-cache'
import { linkCardUrl } from './link-card'
import { parsePostMarkdown } from './parse-post-markdown'

/** Caches the cards of a post, which are needed when it is saved and when its page is rendered. */
const cache = new LRUCache<string, readonly string[]>({
  maxSize: 4_000_000,
  sizeCalculation: (_, markdown) => markdown.length + 1,
})

/**
 * Returns the URLs that a post shows as cards, in order and without duplicates: those that are
 * alone in a paragraph.
 * @throws AppError `invalid-parameters` if the post cannot be parsed
 */
export function findLinkCards(markdown: string): readonly string[] {
  const found = cache.get(markdown)
  if (found) return found
  const urls = [
    ...new Set(parsePostMarkdown(markdown).children.flatMap((block) => linkCardUrl(block) ?? [])),
  ]
  cache.set(markdown, urls)
  return urls
}
