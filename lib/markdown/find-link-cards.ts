import 'server-only'
import { linkCardUrl } from './link-card'
import { parsePostMarkdown } from './parse-post-markdown'

/**
 * The URLs that a post shows as cards, in their order, each once: those that stand alone in a paragraph.
 * @throws AppError `invalid-parameters` where the post cannot be parsed
 */
export function findLinkCards(markdown: string): string[] {
  const urls = parsePostMarkdown(markdown).children.flatMap((block) => linkCardUrl(block) ?? [])
  return [...new Set(urls)]
}
