import { truncate } from '@/lib/text/truncate'

/** Scripts that indicate a language well enough to select glyphs, quotes and line breaks. */
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

/** Number of characters to examine. */
const charactersMax = 5_000
/** Japanese mixes kana and Han, so a tenth of kana suffices. */
const kanaShare = 0.1

/**
 * Guesses the language of a text (BCP 47) from its script. Returns undefined if the script is
 * ambiguous, as Latin is, or no script has a majority; the text then counts as being in the blog's
 * language. Arabic and Cyrillic scripts yield their most common language, unless the blog's
 * language uses the same script.
 * @param blogLanguage BCP 47 tag
 */
export function guessLanguage(text: string, blogLanguage: string): string | undefined {
  const examined = truncate(text, charactersMax)
  const letters = examined.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  const share = (pattern: RegExp) => (examined.match(pattern)?.length ?? 0) / letters
  const found = scripts.find(
    ([language, pattern]) => share(pattern) >= (language === 'ja' ? kanaShare : 0.5),
  )
  if (!found) return undefined
  const script = new Intl.Locale(found[0]).maximize().script
  return new Intl.Locale(blogLanguage).maximize().script === script ? undefined : found[0]
}
