import type { EditorState, Line, StateCommand } from '@codemirror/state'
import { EditorSelection } from '@codemirror/state'

/** The marker of a line. One kind replaces another. */
const lineMark =
  /^(\s*)(?:(#{1,6})[ \t]+|(>)[ \t]?|([-*+])[ \t]+(\[[ xX]\][ \t]+)?|(\d{1,9}[.)])[ \t]+)?/

type LineKind = 'heading' | 'quote' | 'list' | 'numbers' | 'task'

const marks: Record<LineKind, (index: number) => string> = {
  heading: () => '## ',
  quote: () => '> ',
  list: () => '- ',
  numbers: (index) => `${index + 1}. `,
  task: () => '- [ ] ',
}

function kindOf(text: string): LineKind | undefined {
  const [, , heading, quote, list, task, number] = lineMark.exec(text) ?? []
  if (heading) return 'heading'
  if (quote) return 'quote'
  if (number) return 'numbers'
  if (task) return 'task'
  return list ? 'list' : undefined
}

function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to } of state.selection.ranges) {
    for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
      lines.set(line.number, line)
      if (line.to >= to) break
    }
  }
  const all = [...lines.values()]
  const written = all.filter(({ text }) => text.trim() !== '')
  return written.length > 0 ? written : all
}

/**
 * Turns the selected lines into headings, quotes or items, or back if all of them are. Headings
 * cycle through level 2, level 3 and plain text.
 */
export function toggleLines(kind: LineKind): StateCommand {
  return ({ state, dispatch }) => {
    const lines = selectedLines(state)
    const areAll = lines.every(({ text }) => kindOf(text) === kind)
    const changes = state.changes(
      lines.map(({ from, text }, index) => {
        const [all = '', indent = '', heading] = lineMark.exec(text) ?? []
        const mark = areAll ? (heading === '##' ? '### ' : '') : marks[kind](index)
        return { from: from + indent.length, to: from + all.length, insert: mark }
      }),
    )
    // Text typed at the edge of a new marker goes after it.
    const ranges = state.selection.ranges.map(({ anchor, head }) =>
      EditorSelection.range(changes.mapPos(anchor, 1), changes.mapPos(head, 1)),
    )
    const selection = EditorSelection.create(ranges, state.selection.mainIndex)
    dispatch(state.update({ changes, selection, userEvent: 'input', scrollIntoView: true }))
    return true
  }
}
