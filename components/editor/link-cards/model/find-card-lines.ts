import { type LinkCardText, readCardLine } from '@/lib/markdown/card-line'
import { BlockReader } from './block-reader'

/** A line that is a card on the page, and where it stands in its text. */
export type CardLine = { from: number; to: number; card: LinkCardText }

const isBlank = (line: string) => /^\s*$/.test(line)

/**
 * The lines that the page shows as cards, in their order: those that begin at the margin, stand between blank lines, and
 * in no code, list or raw HTML.
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

/** Cheap, and true of few lines: a text is looked through at every keystroke. */
function mayBeCard(line: string): boolean {
  const first = line.charCodeAt(0)
  return first === 0x68 || first === 0x48 || first === 0x3c || first === 0x3a
}
