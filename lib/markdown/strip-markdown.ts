/** What a Markdown mark is, and what is left of it. Each is linear: no text makes one look back. */
const marks: [RegExp, string][] = [
  [/<!--[^>]*-->|<\/?[a-zA-Z][^<>]*>/g, ' '],
  // The opening and closing lines of code, and rules.
  [/^[ \t]{0,3}(?:`{3,}|~{3,}).*$|^[ \t]{0,3}(?:[-*_][ \t]*){3,}$/gm, ' '],
  // A card: its title, where one is given.
  [/^::link-card\{(?:[^}\n]*\btitle="([^"\n]*)")?[^}\n]*\}/gm, '$1'],
  [/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1'],
  [/!?\[([^[\]]*)\]\[[^[\]]*\]/g, '$1'],
  [/^[ \t]{0,3}\[[^[\]]*\]:.*$/gm, ' '],
  [/\[\^[^[\]\s]*\]/g, ''],
  [/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ''],
  [/^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[-: \t|]*$/gm, ' '],
  // What stands within a word, as in `snake_case`, is part of it.
  [/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|[*~`|]+|\\(?=[\p{P}\p{S}])/gu, ''],
  [/\s+/g, ' '],
]

/**
 * The words of Markdown without its marks, in one line: near enough for an excerpt, at a small part of what parsing it costs.
 * What looks like a mark and is none may lose it.
 */
export function stripMarkdown(markdown: string): string {
  return marks.reduce((text, [mark, left]) => text.replace(mark, left), markdown).trim()
}
