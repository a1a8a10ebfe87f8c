import type { ChangeSpec, EditorState, StateCommand } from '@codemirror/state'

const item = /^(\s*)((?:[-*+]|\d{1,9}[.)])[ \t]+)/

/**
 * Returns the indentation step of a list line: the width of its marker, so that it nests in the
 * item above (CommonMark, “List items”).
 */
function stepOf(text: string): number {
  return item.exec(text)?.[2]?.length ?? 2
}

function changeSelectedLines(
  state: EditorState,
  change: (line: { from: number; text: string }) => ChangeSpec[],
): ChangeSpec[] {
  const { from, to } = state.selection.main
  const changes: ChangeSpec[] = []
  for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
    changes.push(...change(line))
    if (line.to >= to) return changes
  }
}

/** Nests list items in the item above. Returns false outside a list, where Tab moves the focus. */
export const indentList: StateCommand = ({ state, dispatch }) => {
  if (!item.test(state.doc.lineAt(state.selection.main.from).text)) return false
  const changes = changeSelectedLines(state, ({ from, text }) =>
    text.trim() === '' ? [] : [{ from, insert: ' '.repeat(stepOf(text)) }],
  )
  dispatch(state.update({ changes, userEvent: 'input.indent' }))
  return true
}

export const outdentList: StateCommand = ({ state, dispatch }) => {
  if (!item.test(state.doc.lineAt(state.selection.main.from).text)) return false
  const changes = changeSelectedLines(state, ({ from, text }) => {
    const [indent = ''] = /^\s*/.exec(text) ?? []
    const width = indent.startsWith('\t') ? 1 : Math.min(indent.length, stepOf(text))
    return width === 0 ? [] : [{ from, to: from + width }]
  })
  if (changes.length === 0) return false
  dispatch(state.update({ changes, userEvent: 'delete.dedent' }))
  return true
}
