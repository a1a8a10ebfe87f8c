import { EditorSelection, type SelectionRange, type StateCommand } from '@codemirror/state'

/**
 * Puts marks around what is selected, or the word at the cursor; takes them away where they are. Without either, the
 * cursor stands between two new marks.
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
