import { syntaxTree } from '@codemirror/language'
import { EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state'

/** The text of a table cell, without the spaces around it, as positions in the document. */
type Cell = { from: number; to: number }

const unescapedBar = /(?<!\\)\|/g

/** Returns the cells of a table row (GFM, “Tables”), from left to right. */
function cellsOf({ from, text }: Line): Cell[] {
  const bars = [...text.matchAll(unescapedBar)].map(({ index }) => index)
  if (text.slice(0, bars[0]).trim() !== '') bars.unshift(-1)
  if (text.slice((bars.at(-1) ?? 0) + 1).trim() !== '') bars.push(text.length)
  return bars.slice(1).map((end, index) => {
    const start = (bars[index] ?? 0) + 1
    const cell = text.slice(start, end)
    const words = cell.trim()
    // The cursor goes after the first space of an empty cell.
    const offset = words === '' ? Math.min(1, cell.length) : cell.indexOf(words)
    return { from: from + start + offset, to: from + start + offset + words.length }
  })
}

const nodeAt = (state: EditorState, place: number) => syntaxTree(state).resolveInner(place, -1)

/** Returns the lines of the table at the cursor, without its delimiter row. */
function findRows(state: EditorState): Line[] {
  const { doc, selection } = state
  const { to } = doc.lineAt(selection.main.head)
  let node: ReturnType<typeof nodeAt> | null = nodeAt(state, to)
  while (node && node.name !== 'Table') node = node.parent
  if (!node) return []
  const [first, last] = [doc.lineAt(node.from).number, doc.lineAt(node.to).number]
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return numbers.filter((number) => number !== first + 1).map((number) => doc.line(number))
}

/** Selects the cell at an offset of `by`. Adds a row after the last cell. */
function moveInTable(by: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    const { head } = state.selection.main
    const rows = findRows(state)
    const lastRow = rows.at(-1)
    if (!lastRow) return false
    const cells = rows.flatMap(cellsOf)
    const current = cells.findLastIndex(({ from }) => from <= head)
    const next = cells[Math.max(0, current + by)]
    if (next) {
      dispatch(
        state.update({
          selection: EditorSelection.range(next.from, next.to),
          scrollIntoView: true,
        }),
      )
      return true
    }
    const row = `\n|${'     |'.repeat(cellsOf(rows[0] ?? lastRow).length)}`
    const selection = EditorSelection.cursor(lastRow.to + 3)
    dispatch(
      state.update({
        changes: { from: lastRow.to, insert: row },
        selection,
        userEvent: 'input',
        scrollIntoView: true,
      }),
    )
    return true
  }
}

export const toNextCell = moveInTable(1)
export const toPreviousCell = moveInTable(-1)
