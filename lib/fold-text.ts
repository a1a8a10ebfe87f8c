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

/** More letters than this never stand alone in a row by accident. */
const lettersApart = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][\s.\-_*]){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu

/** The words of a folded text, in their order. `p i l l s`, written apart to be missed, is one word too. */
export function foldedWords(folded: string): string[] {
  const joined = folded.replaceAll(lettersApart, (apart) => apart.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return joined.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}
