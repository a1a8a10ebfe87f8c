import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state'

/** Marks the place of the cursor and the selected lines in an inserted block. */
export const cursorPlace = '\u{e000}'

/**
 * Inserts a block on its own lines, with blank lines around it. It encloses the selected lines, or
 * follows the line of the cursor.
 */
export function insertBlock(text: string): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to, empty } = state.selection.main
    const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
    const isAfter = empty && first.text.trim() !== ''
    const selected = empty ? '' : state.sliceDoc(first.from, last.to)
    const before = isAfter ? '\n\n' : isWritten(state, first.number - 1) ? '\n' : ''
    const [head = '', tail = ''] = text.split(cursorPlace)
    const start = isAfter ? last.to : first.from
    dispatch(
      state.update({
        changes: {
          from: start,
          to: last.to,
          insert: before + head + selected + tail + (isWritten(state, last.number + 1) ? '\n' : ''),
        },
        selection: EditorSelection.cursor(
          start + before.length + head.length + state.toText(selected).length,
        ),
        userEvent: 'input',
        scrollIntoView: true,
      }),
    )
    return true
  }
}

function isWritten(state: EditorState, number: number): boolean {
  return number >= 1 && number <= state.doc.lines && state.doc.line(number).text.trim() !== ''
}
