/** What the font of drawn pictures has: Latin with its accents, and the marks that stand in a line. */
const drawn =
  /^[\u0020-\u007e\u00a1-\u0131\u0134-\u0148\u014a-\u017e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac]$/u
/** What a text loses nothing by, or next to nothing: it is left out where it cannot be drawn. */
const dispensable = /^[\p{S}\p{P}\p{M}\p{C}\p{Z}]$/u

/**
 * A text as it can be drawn without asking anybody for a font: without emoji and rare signs, on one line, cut between
 * words to a length in characters.
 *
 * @returns undefined where words of it are in letters that the font has not, or nothing is left
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
  return `${cut.slice(0, cut.lastIndexOf(' ') > lengthMax / 2 ? cut.lastIndexOf(' ') : lengthMax).replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/, '')}…`
}
