import { syntaxTree } from '@codemirror/language'
import type { Line, StateCommand } from '@codemirror/state'

/** Returns the selections of the cells of a table row (GFM, “Tables”), from left to right. */
function cellsOf({ from, text }: Line) {
  return [...text.matchAll(/(?:[^|\\]|\\.)+/g)].flatMap(({ index, 0: cell }) => {
    const words = cell.trim()
    const isOutside = index === 0 || index + cell.length === text.length
    if (words === '' && isOutside) return []
    // The cursor goes after the first space of an empty cell.
    const anchor = from + index + (words === '' ? 1 : cell.indexOf(words))
    return [{ anchor, head: anchor + words.length }]
  })
}

/** Selects the cell at an offset of `by`. Adds a row after the last cell. */
function moveInTable(by: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    const { doc, selection } = state
    const { head } = selection.main
    let table = syntaxTree(state).resolveInner(doc.lineAt(head).to, -1)
    while (table.name !== 'Table') {
      if (!table.parent) return false
      table = table.parent
    }
    const { from, to } = table
    const rows = [...table.getChildren('TableHeader'), ...table.getChildren('TableRow')]
    const cells = rows.flatMap((row) => cellsOf(doc.lineAt(row.from)))
    const next = cells[Math.max(0, cells.findLastIndex(({ anchor }) => anchor <= head) + by)]
    const row = `\n|${'     |'.repeat(cellsOf(doc.lineAt(from)).length)}`
    const added = { changes: { from: to, insert: row }, selection: { anchor: to + 3 } }
    const spec = next ? { selection: next } : { ...added, userEvent: 'input' }
    dispatch(state.update(spec, { scrollIntoView: true }))
    return true
  }
}

export const toNextCell = moveInTable(1)
export const toPreviousCell = moveInTable(-1)
