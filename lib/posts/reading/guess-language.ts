import { truncate } from '@/lib/text/truncate'

/** Scripts that tell which language it is, or nearly: what it is worth is the right shapes, quotes and line breaks. */
const scripts = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
] as const

/** So much of a text is looked at. */
const charactersMax = 5_000
/** Japanese is mostly kana, with Han between them: a tenth of kana makes a text Japanese. */
const kanaShare = 0.1

/**
 * The language of a text, told by its script: BCP 47. Where the script tells nothing, as Latin does, or most of the
 * text is of another, undefined: it is then taken to be in the language of the blog. Of Arabic and Cyrillic script the most
 * spoken is named, unless the blog's own language is written in it too.
 *
 * @param blogLanguage BCP 47
 */
export function guessLanguage(text: string, blogLanguage: string): string | undefined {
  const looked = truncate(text, charactersMax)
  const letters = looked.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  const share = (pattern: RegExp) => (looked.match(pattern)?.length ?? 0) / letters
  const found = scripts.find(
    ([language, pattern]) => share(pattern) >= (language === 'ja' ? kanaShare : 0.5),
  )
  if (!found) return undefined
  const script = new Intl.Locale(found[0]).maximize().script
  return new Intl.Locale(blogLanguage).maximize().script === script ? undefined : found[0]
}
