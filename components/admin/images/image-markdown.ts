/** What stands in a post for an image. Brackets in its words, and line breaks, would end it early (CommonMark, 6.4). */
export function imageMarkdown({ url, alt = '' }: { url: string; alt?: string }): string {
  return `![${escapeAlt(alt)}](${url})`
}

/** Words that stand for an image, as they are written between its brackets. */
export function escapeAlt(words: string): string {
  return words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]]/g, '\\$&')
}
