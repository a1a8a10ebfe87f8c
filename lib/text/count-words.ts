/** The number of words in scripts with word separators, and of characters in other scripts. */
export type TextLength = { words: number; characters: number }

/**
 * Silent reading speed of adults per minute: English words (Brysbaert 2019), and Chinese or
 * Japanese characters (Trauzettel-Klosinski 2012).
 */
const perMinute = { words: 238, characters: 300 }

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** A character of a script without word separators. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu

/** Counts words; in scripts without word separators, characters. */
export function countWords(text: string): TextLength {
  let [words, characters] = [0, 0]
  for (const [word] of text.matchAll(wordPattern)) {
    const found = word.match(unspaced)?.length ?? 0
    characters += found
    if (found === 0) words++
  }
  return { words, characters }
}

/** Returns the reading time in whole minutes, at least one. */
export function readingMinutes({ words, characters }: TextLength): number {
  return Math.max(1, Math.round(words / perMinute.words + characters / perMinute.characters))
}
