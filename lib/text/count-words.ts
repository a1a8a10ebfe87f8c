/** Words: sequences of letters and digits, with the punctuation that may occur inside a word. */
const words = /[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** Characters of scripts without spaces between words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu
/** The average length of a Chinese or Japanese word. `Intl.Segmenter` is slow for long texts. */
const unspacedWordLength = 1.75

/** Counts the words of a text; in scripts without spaces, estimates them from the characters. */
export function countWords(text: string): number {
  let count = 0
  for (const [word] of text.matchAll(words)) {
    const characters = word.match(unspaced)?.length ?? 0
    count += characters === 0 ? 1 : characters / unspacedWordLength
  }
  return Math.round(count)
}

/** Average speeds of reading aloud, in words per minute (Trauzettel-Klosinski and Dietz, 2012). */
const wordsPerMinute: ReadonlyMap<string, number> = new Map([
  ['ar', 138],
  ['de', 179],
  ['en', 228],
  ['es', 218],
  ['fi', 161],
  ['fr', 195],
  ['he', 187],
  ['it', 188],
  ['ja', 193],
  ['nl', 202],
  ['pl', 166],
  ['pt', 181],
  ['ru', 184],
  ['sl', 180],
  ['sv', 199],
  ['tr', 166],
  ['zh', 158],
])
/** The average of these, for other languages. */
const usualWordsPerMinute = 184

/**
 * Returns the reading time of a text in whole minutes, at least one.
 * @param language BCP 47
 */
export function readingMinutes(words: number, language: string): number {
  const [primary = ''] = language.toLowerCase().split('-')
  return Math.max(1, Math.round(words / (wordsPerMinute.get(primary) ?? usualWordsPerMinute)))
}
