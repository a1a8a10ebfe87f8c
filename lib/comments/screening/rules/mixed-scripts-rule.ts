import { latinLookAlike } from '@/lib/text/confusables'
import { doubt, hold, type Rule } from './screening-rule'
import { withoutCode } from '@/lib/comments/screening/without-code'

/**
 * A letter that only looks Latin, within a Latin word: nobody types that, and filters miss it. At a word's edge, with
 * one change of script, it may be an ending that a language adds (`SMSка`), or mathematics (`αx`).
 */
export const mixedScriptsRule: Rule = ({ content, authorName }) => {
  const words = `${authorName}\n${withoutCode(content)}`.normalize('NFC').match(/[\p{L}\p{M}]+/gu) ?? []
  const mixed = words.filter(isMixed)
  if (mixed.length === 0) return undefined
  const reason = `Letters of several scripts stand in one word: “${mixed.slice(0, 3).join('”, “')}”.`
  return mixed.length >= 2 || mixed.some((word) => changesOfScript(word) >= 2) ? hold(reason) : doubt(reason)
}

const isLatin = (letter: string) => /\p{Script=Latin}/u.test(letter)
const isDisguised = (letter: string) => !isLatin(letter) && latinLookAlike(letter) !== undefined

function isMixed(word: string): boolean {
  const letters = [...word]
  return letters.some(isLatin) && letters.some(isDisguised)
}

function changesOfScript(word: string): number {
  const latin = [...word].filter((letter) => /\p{L}/u.test(letter)).map(isLatin)
  return latin.filter((one, index) => index > 0 && one !== latin[index - 1]).length
}
