import { syntaxTree } from '@codemirror/language'
import type { Line } from '@codemirror/state'
import { command, nodesAround } from './writing-commands'

/** Returns the selections of the cells of a table row (GFM, “Tables”), from left to right. */
function cellsOf({ from, text }: Line) {
  return [...text.matchAll(/(?:[^|\\]|\\.)+/g)].flatMap(({ index, 0: cell }) => {
    const content = cell.trim()
    const isOutside = index === 0 || index + cell.length === text.length
    if (content === '' && isOutside) return []
    // The cursor goes after the first space of an empty cell.
    const anchor = from + index + (content === '' ? 1 : cell.indexOf(content))
    return [{ anchor, head: anchor + content.length }]
  })
}

/** Selects the cell at an offset of `by`. Adds a row after the last cell. */
const moveInTable = (by: 1 | -1) =>
  command((state) => {
    const { doc } = state
    const { head } = state.selection.main
    const nodes = nodesAround(syntaxTree(state), doc.lineAt(head).to, -1)
    const table = nodes.find(({ name }) => name === 'Table')
    if (!table) return undefined
    const { from, to } = table
    const rows = [...table.getChildren('TableHeader'), ...table.getChildren('TableRow')]
    const cells = rows.flatMap((row) => cellsOf(doc.lineAt(row.from)))
    const next = cells[Math.max(0, cells.findLastIndex(({ anchor }) => anchor <= head) + by)]
    const row = `\n|${'     |'.repeat(cellsOf(doc.lineAt(from)).length)}`
    if (next) return { selection: next, userEvent: 'select' }
    return { changes: { from: to, insert: row }, selection: { anchor: to + 3 } }
  })

export const toNextCell = moveInTable(1)
export const toPreviousCell = moveInTable(-1)
