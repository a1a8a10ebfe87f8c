import 'server-only'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { linkCardUrl } from './link-card'

const parser = unified().use(remarkParse).use(remarkGfm)

/** The URLs that a post shows as cards, in their order, each once: those that stand alone in a paragraph. */
export function findLinkCards(markdown: string): string[] {
  const urls = parser.parse(markdown).children.flatMap((block) => linkCardUrl(block) ?? [])
  return [...new Set(urls)]
}
