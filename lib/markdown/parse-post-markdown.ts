import 'server-only'
import type { Root } from 'mdast'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import { cache } from 'react'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { AppError } from '@/lib/errors'
import { validationText } from '@/lib/i18n/error-text'
import { markLinkCards } from './link-card'

const parser = unified().use(remarkParse).use(remarkGfm).use(readCjkEmphasis)

/**
 * Enables emphasis next to CJK text. CommonMark treats `**「引用」**と` as plain text, because its
 * flanking rules only suit scripts with spaces.
 */
function readCjkEmphasis(this: Processor): void {
  this.data().micromarkExtensions?.push(cjkFriendlyExtension(), gfmStrikethroughCjkFriendly())
}

type Tree = { type: string; children?: Tree[] }

/** The maximum nesting of quotes, lists and elements. Later steps walk the tree recursively. */
const nestingMax = 100

/** The tree of a post, and the URLs of its link cards. */
type Parsed = { markdown: string; root: Root; cardUrls: string[] }

/** The last result. An update parses the same text to save, publish and show it. */
let last: Parsed | undefined

/**
 * Parses a post's Markdown (GFM). Caches the results of a render and the last one of all, because
 * parsing takes longer than all later steps.
 * @throws AppError `invalid-parameters` if it is nested too deeply
 */
export const parsePostMarkdown = cache((markdown: string): Parsed => {
  if (last?.markdown === markdown) return last
  let root: Root
  try {
    root = parser.parse(markdown)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(error)
    throw error
  }
  refuseDeepNesting(root)
  last = { markdown, root, cardUrls: markLinkCards(root, markdown) }
  return last
})

/**
 * Returns the URLs that a post shows as cards, in order and without duplicates: those that are
 * alone in a paragraph.
 * @throws AppError `invalid-parameters` if the post cannot be parsed
 */
export function findLinkCards(markdown: string): string[] {
  return [...new Set(parsePostMarkdown(markdown).cardUrls)]
}

/** Returns the URLs that a page shows as cards: none if the post cannot be parsed. */
export function shownLinkCards(markdown: string): string[] {
  try {
    return findLinkCards(markdown)
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/**
 * Checks the nesting of a tree of Markdown or of the HTML made from it.
 * @throws AppError `invalid-parameters` if it is too deep
 */
export function refuseDeepNesting(root: Tree): void {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nestingMax) throw tooDeep()
    level = level.flatMap(({ children }) => children ?? [])
  }
}

function tooDeep(cause?: unknown): AppError {
  const message = validationText('nesting', { max: nestingMax })
  return new AppError('invalid-parameters', message, [{ field: 'content', message }], { cause })
}
