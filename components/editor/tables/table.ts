import type { EditorState } from '@codemirror/state'

export type ColumnAlign = 'start' | 'center' | 'end' | 'none'

/** A table of the document (GFM, “Tables”): its cells without the space around them. The row of dashes is in `aligns`. */
export type Table = { firstLine: number; lastLine: number; indent: string; aligns: ColumnAlign[]; rows: string[][] }

const dashes = /^(?:\s{0,3}\|)?\s*(?::?-+:?\s*\|\s*)*:?-+:?\s*(?:\|\s*)?$/

/** A line of a post is no longer than this table is high: what goes on is no table that a hand aligns. */
const linesMax = 500

/** The cells of one line. A `|` that is escaped is text. */
export function splitCells(text: string): string[] {
  const cells = text.trim().split(/(?<!\\)\|/)
  if (cells[0]?.trim() === '') cells.shift()
  if (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => cell.trim())
}

function alignOf(cell: string): ColumnAlign {
  if (cell.startsWith(':')) return cell.endsWith(':') ? 'center' : 'start'
  return cell.endsWith(':') ? 'end' : 'none'
}

/** The table a line is part of; undefined where it is of none. */
export function findTable(state: EditorState, lineNumber: number): Table | undefined {
  const textAt = (number: number) => (number >= 1 && number <= state.doc.lines ? state.doc.line(number).text : '')
  const isRow = (number: number) => textAt(number).includes('|')
  if (!isRow(lineNumber)) return undefined
  let [firstLine, lastLine] = [lineNumber, lineNumber]
  while (isRow(firstLine - 1) && lineNumber - firstLine < linesMax) firstLine--
  while (isRow(lastLine + 1) && lastLine - lineNumber < linesMax) lastLine++
  if (lastLine === firstLine || !dashes.test(textAt(firstLine + 1))) return undefined
  const rows: string[][] = []
  for (let number = firstLine; number <= lastLine; number++) if (number !== firstLine + 1) rows.push(splitCells(textAt(number)))
  const aligns = splitCells(textAt(firstLine + 1)).map(alignOf)
  return { firstLine, lastLine, indent: /^\s*/.exec(textAt(firstLine))?.[0] ?? '', aligns, rows }
}
