/** Returns the Markdown of an image without alternative text. */
export const imageMarkdown = ({ url }: { url: string }): string => `![](${url})`

/** Escapes the alternative text of an image for use between brackets. */
export function escapeAlt(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]*`<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
}
