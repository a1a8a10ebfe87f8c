import { splitWords, type WordSpan } from './split-words'

/** Matches one word, or several adjacent words, of which the last may be a prefix. */
export type WordMatcher = { words: string[]; isPrefix: boolean; isUnspaced: boolean }

/** Returns the matcher of a term, or undefined if it has no words. */
export function wordMatcher(text: string, isPrefix: boolean): WordMatcher | undefined {
  const cut = [...splitWords(text)]
  if (cut.length === 0) return undefined
  return {
    words: cut.map(({ folded }) => folded),
    isPrefix,
    isUnspaced: cut.length === 1 && cut[0]?.isUnspaced === true,
  }
}

/** The position of a match in a text, in UTF-16 units. */
export type Mark = { start: number; end: number }

/** Returns the position of a search term within a run of a script without spaces. */
function matchWithin({ start, end, folded }: WordSpan, searched: string): Mark | undefined {
  const at = folded.indexOf(searched)
  if (at < 0) return undefined
  // If folding changed the length, the offsets do not map to letters, so mark the whole run.
  return folded.length === end - start
    ? { start: start + at, end: start + at + searched.length }
    : { start, end }
}

function matchesAt(
  words: WordSpan[],
  from: number,
  { words: searched, isPrefix }: WordMatcher,
): boolean {
  return searched.every((one, index) => {
    const folded = words[from + index]?.folded
    return isPrefix && index === searched.length - 1 ? folded?.startsWith(one) : folded === one
  })
}

/** Returns the match that begins at a word, if there is one. */
export function markAt(words: WordSpan[], from: number, matchers: WordMatcher[]): Mark | undefined {
  const word = words[from]
  if (!word) return undefined
  for (const matcher of matchers) {
    const [searched = ''] = matcher.words
    if (matcher.isUnspaced) {
      const mark = word.isUnspaced ? matchWithin(word, searched) : undefined
      if (mark) return mark
    } else if (matchesAt(words, from, matcher)) {
      return { start: word.start, end: words[from + matcher.words.length - 1]?.end ?? word.end }
    }
  }
  return undefined
}
