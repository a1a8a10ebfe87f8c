import type { ExcerptPart } from './search'
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
type Mark = { start: number; end: number }

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
function markAt(words: WordSpan[], from: number, matchers: WordMatcher[]): Mark | undefined {
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

/** The length of an excerpt in UTF-16 units, about three lines. */
const excerptLength = 220
/** The length of the text before the first match, in UTF-16 units. */
const leadLength = 60

/** Yields the matches of the search terms in a text, in order and without overlaps. */
function* findMarks(text: string, matchers: WordMatcher[]): Generator<Mark> {
  const words = [...splitWords(text)]
  let end = 0
  for (const index of words.keys()) {
    const mark = markAt(words, index, matchers)
    if (!mark || mark.start < end) continue
    end = mark.end
    yield mark
  }
}

function toParts(text: string, marks: Mark[], from: number, to: number): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  let at = from
  for (const { start, end } of marks.filter((mark) => mark.end > from && mark.start < to)) {
    if (start > at) parts.push({ text: text.slice(at, start), is_marked: false })
    parts.push({ text: text.slice(start, Math.min(end, to)), is_marked: true })
    at = Math.min(end, to)
  }
  if (at < to) parts.push({ text: text.slice(at, to), is_marked: false })
  return parts
}

/** Returns a whole text with the matches marked. */
export function markText(text: string, matchers: WordMatcher[]): ExcerptPart[] {
  return toParts(text, [...findMarks(text, matchers)], 0, text.length)
}

/**
 * Returns the nearest position at or after `from` that splits no word and no surrogate pair; `from`
 * if none is near.
 */
function wordStart(text: string, from: number): number {
  if (from === 0) return 0
  const space = text.slice(from, from + 30).search(/\s/)
  if (space >= 0) return from + space + 1
  return /[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from
}

/** Returns an excerpt of a text around its first match, or its beginning. */
export function excerptPost(text: string, matchers: WordMatcher[]): ExcerptPart[] {
  const marks: Mark[] = []
  for (const mark of findMarks(text, matchers)) {
    if (mark.start > (marks[0]?.start ?? mark.start) + excerptLength) break
    marks.push(mark)
  }
  const from = wordStart(text, Math.max(0, (marks[0]?.start ?? 0) - leadLength))
  const to =
    from + excerptLength >= text.length ? text.length : wordStart(text, from + excerptLength)
  const parts = toParts(text, marks, from, to)
  if (from > 0) parts.unshift({ text: '… ', is_marked: false })
  if (to < text.length) parts.push({ text: '…', is_marked: false })
  return parts
}
