/** What a Markdown mark is, and what is left of it. Each is linear: no text makes one look back. */
const marks: [RegExp, string][] = [
  [/<\/?[a-zA-Z][^<>]*>/g, ' '],
  // The opening and closing lines of code, and rules.
  [/^[ \t]{0,3}(?:`{3,}|~{3,}).*$|^[ \t]{0,3}(?:[-*_][ \t]*){3,}$/gm, ' '],
  [/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1'],
  [/!?\[([^[\]]*)\]\[[^[\]]*\]/g, '$1'],
  [/^[ \t]{0,3}\[[^[\]]*\]:.*$/gm, ' '],
  [/\[\^[^[\]\s]*\]/g, ''],
  [/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ''],
  // The line between a table's head and its rows. Both are looked for before any of it is taken.
  [/^(?=[-: \t]*\|)(?=[:| \t]*-)[-:| \t]+$/gm, ' '],
  // What stands within a word, as in `snake_case`, is part of it.
  [/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|[*~`|]+|\\(?=[\p{P}\p{S}])/gu, ''],
  [/\s+/g, ' '],
]

/** A line that begins as a card, and its attributes: a brace within quotation marks does not end the card. */
const cardLine = /^::link-card\{.*/gm
const cardFields = /^::link-card\{(?:[^}"]|"[^"]*")*\}/
/** A card with a quotation mark that is never closed. */
const brokenCard = /^::link-card\{[^}]*\}/
const cardTitle = /\btitle="([^"\n]*)"/

/** Without comments, each up to the first mark that ends it. One that is never ended is text. */
function withoutComments(markdown: string): string {
  let left = ''
  let from = 0
  for (;;) {
    const start = markdown.indexOf('<!--', from)
    const end = start < 0 ? -1 : markdown.indexOf('-->', start + '<!--'.length)
    if (end < 0) return left + markdown.slice(from)
    left += `${markdown.slice(from, start)} `
    from = end + '-->'.length
  }
}

/**
 * The words of Markdown without its marks, in one line: near enough for an excerpt, at a small part of what parsing it costs.
 * What looks like a mark and is none may lose it.
 */
export function stripMarkdown(markdown: string): string {
  // Of a card its title is left, where one is given.
  const words = withoutComments(markdown).replace(cardLine, (line) => {
    const [fields = ''] = cardFields.exec(line) ?? []
    return fields === ''
      ? line.replace(brokenCard, '')
      : (cardTitle.exec(fields)?.[1] ?? '') + line.slice(fields.length)
  })
  return marks.reduce((text, [mark, left]) => text.replace(mark, left), words).trim()
}
