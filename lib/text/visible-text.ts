/**
 * Characters without visible ink: spaces, default-ignorable characters (UAX 44; they include the
 * Hangul fillers U+115F, U+1160, U+3164 and U+FFA0), and the blank Braille pattern, whose category
 * is symbol.
 */
const invisible = String.raw`\t\p{Zs}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\uFFFC`

const visibleCharacter = new RegExp(String.raw`(?![${invisible}])[\p{L}\p{N}\p{P}\p{S}]`, 'u')
const blankLines = new RegExp(String.raw`\n(?:[${invisible}]*\n){3,}`, 'gu')

/** Returns whether a reader can see at least one character of a string. */
export function hasVisibleText(text: string): boolean {
  return visibleCharacter.test(text)
}

/** Returns a string with at most two blank lines in a row. Invisible lines are blank. */
export function limitBlankLines(text: string): string {
  return text.replaceAll(blankLines, '\n\n\n')
}
