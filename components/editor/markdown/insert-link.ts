import { EditorSelection, type StateCommand } from '@codemirror/state'

const address = /^(?:https?:\/\/|mailto:)\S+$/i

/**
 * Turns the selection into a link. A selected URL becomes the target, other text the link text. The
 * cursor moves to the missing part.
 */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const spec = state.changeByRange(({ from, to }) => {
    const selected = state.sliceDoc(from, to)
    const isAddress = address.test(selected)
    const insert = isAddress ? `[](${selected})` : `[${selected}]()`
    const cursor = from + (isAddress || selected === '' ? 1 : insert.length - 1)
    return { changes: { from, to, insert }, range: EditorSelection.cursor(cursor) }
  })
  dispatch(state.update(spec, { userEvent: 'input', scrollIntoView: true }))
  return true
}
