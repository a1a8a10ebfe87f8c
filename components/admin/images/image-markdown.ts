/** Returns the Markdown of an image. Its alternative text must be escaped (CommonMark, 6.4). */
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
