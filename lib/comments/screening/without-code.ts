/** Returns a comment's text without its code. Indented lines are text: comments have no indented code. */
export function withoutCode(text: string): string {
  return text.replaceAll(/^(?:```|~~~)[\s\S]*?^(?:```|~~~)/gm, ' ').replaceAll(/`[^`\n]+`/g, ' ')
}
