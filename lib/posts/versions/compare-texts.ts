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
  const lines = changes.flatMap(({ value, removed, added }, index) => {
    const next = changes[index + 1]
    if (removed && next?.added) return compareLines(linesOf(value), linesOf(next.value))
    if (added && changes[index - 1]?.removed) return []
    const kind = removed ? 'before' : added ? 'after' : 'same'
    const whole = linesOf(value).map((text) => wholeLine(kind, text))
    return kind === 'same' ? shorten(whole, index === 0, !next) : whole
  })
  const surplus = lines.length - shownLinesMax
  return surplus > 0 ? skip(lines, shownLinesMax, surplus) : lines
}

function shorten(lines: ComparedLine[], isFirst: boolean, isLast: boolean): ComparedLine[] {
  const head = isFirst ? 0 : contextLines
  const skipped = lines.length - head - (isLast ? 0 : contextLines)
  return skipped > 1 ? skip(lines, head, skipped) : lines
}

const skip = (lines: ComparedLine[], from: number, count: number): ComparedLine[] =>
  lines.toSpliced(from, count, { kind: 'skipped', lines: count })

const wholeLine = (kind: 'same' | 'before' | 'after', text: string): ComparedLine => ({
  kind,
  pieces: [{ text, isChanged: false }],
})

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

/** Treats removed and added lines of the same number as changed lines. */
function compareLines(before: string[], after: string[]): ComparedLine[] {
  if (before.length !== after.length)
    return [
      ...before.map((text) => wholeLine('before', text)),
      ...after.map((text) => wholeLine('after', text)),
    ]
  const pairs = before.map((text, index) => compareWords(text, after[index] ?? ''))
  return [...pairs.map(([line]) => line), ...pairs.map(([, line]) => line)]
}

function compareWords(before: string, after: string): [ComparedLine, ComparedLine] {
  if (before.length + after.length > wordsLengthMax)
    return [wholeLine('before', before), wholeLine('after', after)]
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
