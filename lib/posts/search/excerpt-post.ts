import { type CutWord, cutWords } from './cut-words'
import { type Mark, markAt, type WordMatcher } from './match-words'
import type { ExcerptPart } from './search'

/** UTF-16 units shown of a post: three lines. */
const excerptLength = 220
/** Of them before the first searched word. */
const lead = 60
/** Words of a text that are looked through for a place to show. */
const wordsMax = 20_000

/** All places in a text where searched words stand, in their order, none within another. */
function findMarks(text: string, matchers: WordMatcher[], until: (mark: Mark) => boolean): Mark[] {
  const words: CutWord[] = []
  for (const word of cutWords(text)) if (words.push(word) >= wordsMax) break
  const marks: Mark[] = []
  for (let index = 0; index < words.length; index++) {
    const mark = markAt(words, index, matchers)
    if (!mark || mark.start < (marks.at(-1)?.end ?? 0)) continue
    if (until(mark)) break
    marks.push(mark)
  }
  return marks
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

/** A whole text with the searched words marked. */
export function markText(text: string, matchers: WordMatcher[]): ExcerptPart[] {
  return toParts(
    text,
    findMarks(text, matchers, () => false),
    0,
    text.length,
  )
}

/** The nearest place at or after `from` where a cut parts no word and no surrogate pair; `from` where none is near. */
function wordStart(text: string, from: number): number {
  if (from === 0) return 0
  const space = text.slice(from, from + 30).search(/\s/)
  if (space >= 0) return from + space + 1
  return /[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from
}

/** A few words of a text around the first place where searched ones stand, or its beginning. */
export function excerptPost(text: string, matchers: WordMatcher[]): ExcerptPart[] {
  let first: Mark | undefined
  const marks = findMarks(text, matchers, (mark) => {
    first ??= mark
    return mark.start > first.start + excerptLength
  })
  const from = wordStart(text, Math.max(0, (first?.start ?? 0) - lead))
  const to = from + excerptLength >= text.length ? text.length : wordStart(text, from + excerptLength)
  const parts = toParts(text, marks, from, to)
  if (from > 0) parts.unshift({ text: '… ', is_marked: false })
  if (to < text.length) parts.push({ text: '…', is_marked: false })
  return parts
}
