/** A comment's text without its code, in blocks and in line: what stands there is no way to speak to anybody. */
export function withoutCode(text: string): string {
  return text
    .replaceAll(/^(?:```|~~~)[\s\S]*?^(?:```|~~~)/gm, ' ')
    .replaceAll(/^(?: {4}|\t).*$/gm, ' ')
    .replaceAll(/`[^`\n]+`/g, ' ')
}
