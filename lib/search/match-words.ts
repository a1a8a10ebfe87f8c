import { type CutWord, cutWords } from './cut-words'

/** What is marked: a word, or words in a row, the last of which may only begin so. */
export type WordMatcher = { words: string[]; isPrefix: boolean; isUnparted: boolean }

/** The matcher of a term, or undefined where it has no words. */
export function wordMatcher(text: string, isPrefix: boolean): WordMatcher | undefined {
  const cut = [...cutWords(text)]
  if (cut.length === 0) return undefined
  return {
    words: cut.map(({ folded }) => folded),
    isPrefix,
    isUnparted: cut.length === 1 && cut[0]?.isUnparted === true,
  }
}

/** A marked place in a text, in UTF-16 units. */
export type Mark = { start: number; end: number }

/** Where a run of an unparted script holds what was searched for. */
function matchWithin({ start, end, folded }: CutWord, searched: string): Mark | undefined {
  const at = folded.indexOf(searched)
  if (at < 0) return undefined
  // Where folding changed the length, no letter can be pointed at.
  return folded.length === end - start
    ? { start: start + at, end: start + at + searched.length }
    : { start, end }
}

function matchesAt(
  words: CutWord[],
  from: number,
  { words: searched, isPrefix }: WordMatcher,
): boolean {
  return searched.every((one, index) => {
    const folded = words[from + index]?.folded
    return isPrefix && index === searched.length - 1 ? folded?.startsWith(one) : folded === one
  })
}

/** Where the word at a place in a text, or what begins there, is one that was searched for. */
export function markAt(words: CutWord[], from: number, matchers: WordMatcher[]): Mark | undefined {
  const word = words[from]
  if (!word) return undefined
  for (const matcher of matchers) {
    const [searched = ''] = matcher.words
    if (matcher.isUnparted) {
      const mark = word.isUnparted ? matchWithin(word, searched) : undefined
      if (mark) return mark
    } else if (matchesAt(words, from, matcher)) {
      return { start: word.start, end: words[from + matcher.words.length - 1]?.end ?? word.end }
    }
  }
  return undefined
}
