import type { Text } from '@codemirror/state'

/** Words of scripts that part them, and characters of those that do not. */
export type TextLength = { words: number; characters: number }

/** An adult's silent reading: words of English, and Chinese or Japanese characters, a minute (Brysbaert 2019; Trauzettel-Klosinski 2012). */
const perMinute = { words: 238, characters: 300 }

const unparted =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const unpartedEach = new RegExp(unparted.source, 'gu')
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words as they are counted in Latin prose: what a segmenter finds, and each character where it would have to guess. */
export function countWords(text: string): TextLength {
  if (!/[\p{L}\p{N}]/u.test(text)) return { words: 0, characters: 0 }
  let words = 0
  for (const { segment, isWordLike } of segmenter.segment(text))
    if (isWordLike && !unparted.test(segment)) words++
  return { words, characters: text.match(unpartedEach)?.length ?? 0 }
}

/** Whole minutes, at least one. */
export function readingMinutes({ words, characters }: TextLength): number {
  return Math.max(1, Math.round(words / perMinute.words + characters / perMinute.characters))
}

/** Counted parts of documents. What an edit leaves alone is the same object as before, and is not counted again. */
const counted = new WeakMap<Text, TextLength>()

/**
 * Counts a document part by part, and yields after each that had to be read anew, so that the caller can let a key through.
 * @returns its length
 */
export function* countDocument(doc: Text): Generator<void, TextLength> {
  const known = counted.get(doc)
  if (known) return known
  const sum = { words: 0, characters: 0 }
  if (doc.children) {
    for (const part of doc.children) {
      const { words, characters } = yield* countDocument(part)
      sum.words += words
      sum.characters += characters
    }
  } else {
    for (const line of doc.iterLines()) {
      const { words, characters } = countWords(line)
      sum.words += words
      sum.characters += characters
    }
    yield
  }
  counted.set(doc, sum)
  return sum
}
