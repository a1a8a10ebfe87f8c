import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state'
import { alignTable } from './align-table'
import { findTable, type Table } from './table'

/** The cell the cursor is in. In the row of dashes it is as good as in the one above. */
function cellAt(state: EditorState, table: Table): { row: number; column: number } {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  const before = line.text.slice(0, head - line.from).trimStart()
  const bars = before.split(/(?<!\\)\|/).length - 1
  const column = Math.max(0, line.text.trimStart().startsWith('|') ? bars - 1 : bars)
  const offset = line.number - table.firstLine
  return { row: offset <= 1 ? 0 : offset - 1, column }
}

/** Aligns the table, and selects the cell so many on; after the last a row is added. Does nothing outside of a table. */
function moveInTable(by: 1 | -1 | 0): StateCommand {
  return ({ state, dispatch }) => {
    const table = findTable(state, state.doc.lineAt(state.selection.main.head).number)
    if (!table) return false
    const columns = Math.max(table.aligns.length, ...table.rows.map((row) => row.length))
    const { row, column } = cellAt(state, table)
    const next = Math.max(0, row * columns + Math.min(column, columns - 1) + by)
    if (next >= table.rows.length * columns) table.rows.push([])
    const { lines, cells } = alignTable(table)
    const [from, to] = [state.doc.line(table.firstLine).from, state.doc.line(table.lastLine).to]
    const nextRow = Math.floor(next / columns)
    const lineIndex = nextRow === 0 ? 0 : nextRow + 1
    const start = from + lines.slice(0, lineIndex).reduce((sum, line) => sum + line.length + 1, 0)
    const cell = cells[nextRow]?.[next % columns] ?? { from: 0, to: 0 }
    dispatch(
      state.update({
        changes: { from, to, insert: lines.join('\n') },
        selection: EditorSelection.range(start + cell.from, start + cell.to),
        userEvent: 'input',
        scrollIntoView: true,
      }),
    )
    return true
  }
}

export const toNextCell = moveInTable(1)
export const toPreviousCell = moveInTable(-1)
/** The cursor stays in its cell. */
export const alignTableHere = moveInTable(0)
