import { diffLines, diffWordsWithSpace } from 'diff'

/** A run of characters of a line, and whether it is only there. */
export type Piece = { text: string; isChanged: boolean }

/** A line of a comparison; `skipped` stands for so many that both have. */
export type ComparedLine =
  | { kind: 'same' | 'before' | 'after'; pieces: Piece[] }
  | { kind: 'skipped'; lines: number }

/** Lines around a change that both have, shown so that one knows where one is. */
const contextLines = 3
/** Lines that are shown at most: more are for no eye. */
const shownLinesMax = 2_000
/** A longer line is compared as a whole. */
const wordsLengthMax = 5_000
/** Two long texts that have little in common take for ever to be compared. */
const timeoutMs = 1_000

/**
 * What is different between two texts: line by line, and in lines that were changed word by word. What both have is left
 * out, but for a few lines around. Texts that are too different to be compared in a second are shown one after the other.
 *
 * @returns nothing where they are the same
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

/** As many lines in place of as many are the same ones, reworded. */
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
