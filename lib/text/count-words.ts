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

/** The average silent reading speed in words per minute (Brysbaert, 2019). */
const wordsPerMinute = 238

/** Returns the reading time in whole minutes, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}
