import { type LinkCardText, readCardLine } from '@/lib/markdown/card-line'
import { BlockReader } from './block-reader'

/** A line that is a card on the page, with its position in the text. */
export type CardLine = { from: number; to: number; card: LinkCardText }

const isBlank = (line: string) => /^\s*$/.test(line)

/**
 * Finds the lines that the page shows as cards, in order. Such a line is not indented, is between
 * blank lines, and is not in code, a list or raw HTML.
 * @param lines of the text, without their line breaks, which are one character each
 */
export function findCardLines(lines: Iterable<string>): CardLine[] {
  const reader = new BlockReader()
  const found: CardLine[] = []
  let from = 0
  let wasBlank = true
  let waiting: CardLine | undefined
  for (const line of lines) {
    const blank = isBlank(line)
    if (waiting && blank) found.push(waiting)
    waiting = undefined
    const kind = reader.read(line)
    if (wasBlank && kind === 'text' && mayBeCard(line)) {
      const card = readCardLine(line)
      if (card) waiting = { from, to: from + line.length, card }
    }
    wasBlank = blank
    from += line.length + 1
  }
  if (waiting) found.push(waiting)
  return found
}

/** A cheap check that excludes most lines, because each keystroke scans the text. */
function mayBeCard(line: string): boolean {
  const first = line.charCodeAt(0)
  return first === 0x68 || first === 0x48 || first === 0x3c || first === 0x3a
}
