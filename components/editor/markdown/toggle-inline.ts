import { EditorSelection, type SelectionRange, type StateCommand } from '@codemirror/state'

/**
 * Adds or removes marks around the selection or the word at the cursor. Without either, it inserts
 * two marks and places the cursor between them.
 */
export function toggleInline(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const spec = state.changeByRange((range) => {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range
      if (
        state.sliceDoc(Math.max(0, from - mark.length), from) === mark &&
        state.sliceDoc(to, to + mark.length) === mark
      ) {
        const changes = [
          { from: from - mark.length, to: from },
          { from: to, to: to + mark.length },
        ]
        return { changes, range: moved(range, -mark.length) }
      }
      const changes = [
        { from, insert: mark },
        { from: to, insert: mark },
      ]
      return { changes, range: moved(range, mark.length) }
    })
    dispatch(state.update(spec, { userEvent: 'input', scrollIntoView: true }))
    return true
  }
}

function moved({ anchor, head }: SelectionRange, by: number): SelectionRange {
  return EditorSelection.range(anchor + by, head + by)
}
