import 'server-only'
import { toString as textOf } from 'mdast-util-to-string'
import { exceedsMarkdownLimits } from './comment-markdown-limits'
import { parseCommentMarkdown } from './parse-comment-markdown'

/** Characters of the source that are looked at: more than an excerpt needs. */
const sourceLengthMax = 800

/** The first words of a comment, as one line of plain text without its marks. */
export function excerptComment(markdown: string, lengthMax = 140): string {
  const source = markdown.slice(0, sourceLengthMax).toWellFormed()
  const blocks = exceedsMarkdownLimits(source) ? [source] : parseCommentMarkdown(source).children.map((block) => textOf(block))
  const text = blocks.join(' ').replace(/\s+/g, ' ').trim()
  const characters = [...new Intl.Segmenter().segment(text.slice(0, lengthMax * 4))]
  if (characters.length <= lengthMax) return text
  const cut = text.slice(0, characters[lengthMax - 1]?.index)
  return `${cut.replace(/(?<!\s)\s+\S{0,20}$/, '').replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, '')}…`
}
