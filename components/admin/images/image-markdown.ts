/**
 * Returns the Markdown of an image. Brackets and line breaks in the alternative text would end it
 * early (CommonMark, 6.4).
 */
export function imageMarkdown({ url, alt = '' }: { url: string; alt?: string }): string {
  return `![${escapeAlt(alt)}](${url})`
}

/** Escapes the alternative text of an image for use between brackets. */
export function escapeAlt(words: string): string {
  return words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]]/g, '\\$&')
}
