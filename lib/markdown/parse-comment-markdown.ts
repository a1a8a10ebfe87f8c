import 'server-only'
import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'

/**
 * What comments do not have. Switched off in the parser, so that it is read as the text it looks like: an author sees
 * what was typed, and nothing of it can come back in another guise.
 */
const without = {
  disable: {
    null: ['headingAtx', 'setextUnderline', 'thematicBreak', 'htmlFlow', 'htmlText', 'labelStartImage', 'definition', 'codeIndented'],
  },
}

/** The Markdown of a comment as a tree: paragraphs, emphasis, links and bare URLs, lists, quotes, code. */
export function parseCommentMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfmAutolinkLiteral(), without], mdastExtensions: [gfmAutolinkLiteralFromMarkdown()] })
}
