import { latinLookAlike } from './confusables'

/** Marks on letters that readers also write without them; in other scripts a mark makes another word. */
const plainMarks = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu

/**
 * One spelling for all that looks alike, for comparing and never for showing: compatibility forms (NFKC, UAX 15), look-alikes of
 * other scripts, capitals, accents and what cannot be seen are evened out. Two texts that a reader takes for the same fold to the same.
 */
export function foldText(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
  const latin = visible.replaceAll(/[^\p{ASCII}]/gu, (letter) => latinLookAlike(letter) ?? letter)
  return latin.normalize('NFD').replaceAll(plainMarks, '').normalize('NFC').toLowerCase()
}

/** A name as it is compared: of the folded one its letters and digits alone, so that no dot or space makes it another. */
export function foldName(name: string): string {
  return foldText(name).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

/** A folded name with one letter for those that a careless eye takes for each other, as the skeletons of UTS 39 do (and `i` beside `I`). */
function nameSkeleton(name: string): string {
  return foldName(name)
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

const withoutStrokes = (skeleton: string) => skeleton.replaceAll('l', '')

/**
 * Whether a reader may take one name for the other: `I`, `l`, `1` and `|` look alike, `0` and `O`, `rn` and `m`, `vv` and `w`.
 * Wider than folding, and so for the few names that are to be protected, not for looking names up.
 */
export function areNamesAlike(one: string, other: string): boolean {
  const [first, second] = [nameSkeleton(one), nameSkeleton(other)]
  if (first === '' || second === '') return false
  if (first === second) return true
  // A bar may be an ornament or a letter: where one stands, upright strokes do not tell names apart.
  const bare = withoutStrokes(first)
  return /[|\u2223\uFF5C]/.test(one + other) && bare !== '' && bare === withoutStrokes(second)
}

/** More letters than this never stand alone in a row by accident. */
const lettersApart = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][\s.\-_*]){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu

/** The words of a folded text, in their order. `p i l l s`, written apart to be missed, is one word too. */
export function foldedWords(folded: string): string[] {
  const joined = folded.replaceAll(lettersApart, (apart) => apart.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return joined.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}
