import { diffLines, diffWordsWithSpace } from 'diff'

/** A run of characters in a line, marked if only this side contains it. */
type Piece = { text: string; isChanged: boolean }

/** A line of a comparison; `skipped` replaces a number of common lines. */
export type ComparedLine =
  | { kind: 'same' | 'before' | 'after'; pieces: Piece[] }
  | { kind: 'skipped'; lines: number }

/** Number of common lines to show around a change. */
const contextLines = 3
/** Maximum number of lines to show. */
const shownLinesMax = 2_000
/** Longer lines are compared as a whole. */
const wordsLengthMax = 5_000
/** Limit in milliseconds: comparing two long texts with little in common takes too long. */
const timeoutMs = 1_000

/**
 * Compares two texts by lines, and changed lines by words. It skips common lines except for a few
 * around each change. Texts that take more than a second to compare are shown one after the other.
 * @returns an empty list if the texts are equal
 */
export function compareTexts(before: string, after: string): ComparedLine[] {
  if (before === after) return []
  const changes = diffLines(before, after, { timeout: timeoutMs }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const lines: ComparedLine[] = []
  for (const [index, { value, removed, added }] of changes.entries()) {
    const next = changes[index + 1]
    const previous = changes[index - 1]
    if (!removed && !added)
      lines.push(...shorten(linesOf(value), index === 0, index === changes.length - 1))
    else if (removed && next?.added)
      lines.push(...compareLines(linesOf(value), linesOf(next.value)))
    else if (!(added && previous?.removed))
      lines.push(...linesOf(value).map((text) => whole(removed ? 'before' : 'after', text)))
  }
  return cut(lines)
}

const whole = (kind: 'same' | 'before' | 'after', text: string): ComparedLine => ({
  kind,
  pieces: [{ text, isChanged: false }],
})

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

/** Treats equally many removed and added lines as changed lines. */
function compareLines(before: string[], after: string[]): ComparedLine[] {
  if (before.length !== after.length)
    return [
      ...before.map((text) => whole('before', text)),
      ...after.map((text) => whole('after', text)),
    ]
  const pairs = before.map((text, index) => compareWords(text, after[index] ?? ''))
  return [...pairs.map(([line]) => line), ...pairs.map(([, line]) => line)]
}

function compareWords(before: string, after: string): [ComparedLine, ComparedLine] {
  if (before.length + after.length > wordsLengthMax)
    return [whole('before', before), whole('after', after)]
  const words = diffWordsWithSpace(before, after)
  const pieces = (side: 'added' | 'removed') =>
    words
      .filter((word) => !word[side])
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }))
  return [
    { kind: 'before', pieces: pieces('added') },
    { kind: 'after', pieces: pieces('removed') },
  ]
}

function shorten(lines: string[], isFirst: boolean, isLast: boolean): ComparedLine[] {
  const head = isFirst ? 0 : contextLines
  const tail = isLast ? 0 : contextLines
  const skipped = lines.length - head - tail
  if (skipped <= 1) return lines.map((text) => whole('same', text))
  return [
    ...lines.slice(0, head).map((text) => whole('same', text)),
    { kind: 'skipped', lines: skipped },
    ...lines.slice(lines.length - tail).map((text) => whole('same', text)),
  ]
}

function cut(lines: ComparedLine[]): ComparedLine[] {
  if (lines.length <= shownLinesMax) return lines
  return [
    ...lines.slice(0, shownLinesMax),
    { kind: 'skipped', lines: lines.length - shownLinesMax },
  ]
}
