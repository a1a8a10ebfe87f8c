import 'server-only'
import type { Root } from 'mdast'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import { cache } from 'react'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { AppError } from '@/lib/errors'
import { readLinkCardDirectives } from './link-card'

const parser = unified().use(remarkParse).use(remarkGfm).use(readCjkEmphasis)

/** CommonMark takes `**「引用」**と` for text: its rule for where emphasis ends knows only scripts with spaces. */
function readCjkEmphasis(this: Processor): void {
  this.data().micromarkExtensions?.push(cjkFriendlyExtension(), gfmStrikethroughCjkFriendly())
}

type Tree = { type: string; children?: Tree[] }

/** Levels of quotes, lists and elements in one another: what comes after walks them by recursion. */
const nestingMax = 100

/**
 * A post's Markdown (GFM, and `::link-card` as the paragraph of a bare URL) as a tree, made once a render however many parts
 * of the page ask: it takes longer than all that comes after.
 * @throws AppError `invalid-parameters` where it nests deeper than any reader can follow
 */
export const parsePostMarkdown = cache((markdown: string): Root => {
  let root: Root
  try {
    root = parser.parse(markdown)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(error)
    throw error
  }
  refuseDeepNesting(root)
  readLinkCardDirectives(root, markdown)
  return root
})

/** @throws AppError `invalid-parameters`, as above; for the tree of HTML that the Markdown became, too */
export function refuseDeepNesting(root: Tree): void {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nestingMax) throw tooDeep()
    level = level.flatMap(({ children }) => children ?? [])
  }
}

function tooDeep(cause?: unknown): AppError {
  const message = `nests quotes, lists or elements more than ${nestingMax} deep`
  return new AppError(
    'invalid-parameters',
    `The post ${message}.`,
    [{ field: 'content', message }],
    { cause },
  )
}
