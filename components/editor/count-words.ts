import type { Text } from '@codemirror/state'

/** The number of words in scripts with word separators, and of characters in other scripts. */
export type TextLength = { words: number; characters: number }

/**
 * Silent reading speed of adults per minute: English words (Brysbaert 2019), and Chinese or
 * Japanese characters (Trauzettel-Klosinski 2012).
 */
const perMinute = { words: 238, characters: 300 }

const unsegmentedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const unsegmented = new RegExp(
  `[${unsegmentedScripts.map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
)
const unsegmentedEach = new RegExp(unsegmented.source, 'gu')
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Counts words by segmentation. In scripts without word separators, counts each character. */
export function countWords(text: string): TextLength {
  if (!/[\p{L}\p{N}]/u.test(text)) return { words: 0, characters: 0 }
  let words = 0
  for (const { segment, isWordLike } of segmenter.segment(text))
    if (isWordLike && !unsegmented.test(segment)) words++
  return { words, characters: text.match(unsegmentedEach)?.length ?? 0 }
}

/** Returns the reading time in whole minutes, at least one. */
export function readingMinutes({ words, characters }: TextLength): number {
  return Math.max(1, Math.round(words / perMinute.words + characters / perMinute.characters))
}

/** Cached counts of document parts. An edit keeps the objects of unchanged parts. */
const counted = new WeakMap<Text, TextLength>()

/**
 * Counts a document part by part. Yields after each uncached part, so that the caller can handle
 * keystrokes in between.
 * @returns the length of the document
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
