/** What is segmented of a text, in UTF-16 units: of a longer one the rest is taken to be like its beginning. */
const segmentedMax = 100_000

/**
 * How many words a text has, as its readers would count: by Unicode's rules and dictionaries (UAX 29), so that Chinese,
 * Japanese and Thai count though they put no spaces between words.
 */
export function countWords(text: string): number {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.slice(0, segmentedMax))) {
    if (isWordLike) words++
  }
  return Math.round(words * Math.max(1, text.length / segmentedMax))
}
