/**
 * Returns a comment's text without its code. Indented lines count as text, because comments have no
 * indented code.
 */
export function withoutCode(text: string): string {
  return text.replaceAll(/^(?:```|~~~)[\s\S]*?^(?:```|~~~)/gm, ' ').replaceAll(/`[^`\n]+`/g, ' ')
}
