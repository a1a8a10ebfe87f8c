import { latinLookAlike } from './confusables'

/** Marks that readers may omit. In other scripts, a mark makes a different word. */
const plainMarks = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu

/**
 * Folds a string for comparison, not for display: unifies compatibility forms (NFKC, UAX 15),
 * look-alikes of other scripts, case and accents, and removes invisible characters. Strings that
 * look the same fold to the same string.
 */
export function foldText(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
  const latin = visible.replaceAll(/[^\p{ASCII}]/gu, (letter) => latinLookAlike(letter) ?? letter)
  return latin.normalize('NFD').replaceAll(plainMarks, '').normalize('NFC').toLowerCase()
}

/** Folds a name to its letters and digits, so that dots and spaces make no difference. */
export function foldName(name: string): string {
  return foldText(name).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

/** Folds a name and unifies similar letters, like the skeletons of UTS 39 (and `i`, `I`). */
function nameSkeleton(name: string): string {
  return foldName(name)
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

const withoutStrokes = (skeleton: string) => skeleton.replaceAll('l', '')

/**
 * Returns whether readers may confuse two names: `I`, `l`, `1` and `|` look alike, as do `0` and
 * `O`, `rn` and `m`, `vv` and `w`. Coarser than folding, so use it to protect a few names, not for
 * lookups.
 */
export function areNamesAlike(one: string, other: string): boolean {
  const first = nameSkeleton(one)
  const second = nameSkeleton(other)
  if (first === '' || second === '') return false
  if (first === second) return true
  // A bar may be an ornament or a letter. If one occurs, ignore all upright strokes.
  const bare = withoutStrokes(first)
  return /[|\u2223\uFF5C]/.test(one + other) && bare !== '' && bare === withoutStrokes(second)
}

/** Four or more single letters in a row do not occur by accident. */
const lettersApart = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][\s.\-_*]){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu

/** Returns the words of a folded text, in order. Joins spaced-out words such as `p i l l s`. */
export function foldedWords(folded: string): string[] {
  const joined = folded.replaceAll(lettersApart, (apart) => apart.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return joined.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}
