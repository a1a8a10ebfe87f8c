import { readLinkCardDirective } from './link-card-directive'

/**
 * Patterns of Markdown marks, and their replacements. All take linear time, because none
 * backtracks.
 */
const marks: [RegExp, string][] = [
  [/<\/?[a-zA-Z][^<>]*>/g, ' '],
  // The marker of a callout.
  [/^[ \t]{0,3}>[ \t]?\[![a-zA-Z]{1,9}\]/gm, ' '],
  // The opening and closing lines of code blocks, and thematic breaks.
  [/^[ \t]{0,3}(?:`{3,}|~{3,}).*$|^[ \t]{0,3}(?:[-*_][ \t]*){3,}$/gm, ' '],
  [/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1'],
  [/!?\[([^[\]]*)\]\[[^[\]]*\]/g, '$1'],
  [/^[ \t]{0,3}\[[^[\]]*\]:.*$/gm, ' '],
  [/\[\^[^[\]\s]*\]/g, ''],
  [/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ''],
  // The delimiter row of a table. Lookaheads check for both characters first.
  [/^(?=[-: \t]*\|)(?=[:| \t]*-)[-:| \t]+$/gm, ' '],
  // Marks inside a word, as in `snake_case`, belong to it.
  [/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|[*~`|]+|\\(?=[\p{P}\p{S}])/gu, ''],
  [/\s+/g, ' '],
]

const cardLine = /^::link-card\{.*/gm
// recheck-ignore: every match ends at the latest at the last end mark, where the text ends.
const comment = /<!--(.*?)-->/gs

/** Replaces HTML comments, given their text. An unclosed comment is text. */
export function replaceComments(html: string, replacement: (text: string) => string): string {
  // Beyond the last end mark, each unclosed comment would be searched to the end of the text.
  const end = html.lastIndexOf('-->') + 3
  if (end < 3) return html
  const closed = html.slice(0, end)
  return closed.replaceAll(comment, (_, text: string) => replacement(text)) + html.slice(end)
}

/**
 * Returns the text of Markdown without its marks. Accurate enough for an excerpt, and much faster
 * than parsing. May remove characters that only look like marks.
 */
export function stripMarkdown(markdown: string): string {
  // A card is replaced by its title, if it has one. Pages show invalid cards as text.
  const withoutCards = replaceComments(markdown, () => ' ').replace(cardLine, (line) => {
    const card = readLinkCardDirective(line)
    return card ? (card.title ?? '') : line
  })
  return marks.reduce((text, [mark, rest]) => text.replace(mark, rest), withoutCards).trim()
}
