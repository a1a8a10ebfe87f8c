/** The characters of the bundled font: Latin letters with accents, and inline punctuation. */
const drawnLetters =
  '\\u0020-\\u007e\\u00a1-\\u0131\\u0134-\\u0148\\u014a-\\u017e' +
  '\\u01a0\\u01a1\\u01af\\u01b0\\u1ea0-\\u1ef9'
const drawnMarks = '\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2022\\u2026\\u20ac'
const drawn = new RegExp(`^[${drawnLetters}${drawnMarks}]$`, 'u')
/** Characters that may be omitted without losing the meaning: symbols, punctuation and emoji. */
const dispensable = /^[\p{S}\p{P}\p{M}\p{C}\p{Z}]$/u

/**
 * Reduces a string to the characters of the bundled font, on one line. It omits emoji and rare
 * symbols, and truncates the text between words.
 * @param lengthMax in characters
 * @returns undefined if the text needs letters that the font lacks, or nothing is left
 */
export function drawableText(text: string, lengthMax: number): string | undefined {
  const characters = [...text.normalize('NFC').replaceAll(/\s+/gu, ' ')]
  if (characters.some((character) => !drawn.test(character) && !dispensable.test(character)))
    return undefined
  const line = characters
    .filter((character) => drawn.test(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(line)) return undefined
  if (line.length <= lengthMax) return line
  const cut = line.slice(0, lengthMax)
  const lastSpace = cut.lastIndexOf(' ')
  const end = lastSpace > lengthMax / 2 ? lastSpace : lengthMax
  return `${cut.slice(0, end).replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/, '')}…`
}
