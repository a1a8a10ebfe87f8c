import 'server-only'
import { LRUCache } from 'lru-cache'
import { linkCardUrl } from './link-card'
import { parsePostMarkdown } from './parse-post-markdown'

/** A post is asked when it is saved and again when its page is made: its text is parsed once for both. Sizes are in characters. */
const known = new LRUCache<string, readonly string[]>({ maxSize: 4_000_000, sizeCalculation: (_, markdown) => markdown.length + 1 })

/**
 * The URLs that a post shows as cards, in their order, each once: those that stand alone in a paragraph.
 * @throws AppError `invalid-parameters` where the post cannot be parsed
 */
export function findLinkCards(markdown: string): readonly string[] {
  const found = known.get(markdown)
  if (found) return found
  const urls = [...new Set(parsePostMarkdown(markdown).children.flatMap((block) => linkCardUrl(block) ?? []))]
  known.set(markdown, urls)
  return urls
}
