import { syntaxTree } from '@codemirror/language'
import { type Range, RangeSet } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Blocks in a monospaced font: code, and tables, to align their columns. */
const lineStyles = new Map(
  Object.entries({ FencedCode: 'cm-code-line', Table: 'cm-table-line' }).map(
    ([name, className]) => [name, Decoration.line({ class: className })],
  ),
)

/** Marks the visible lines of such blocks. */
function markLines({ state, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        const style = lineStyles.get(node.name)
        if (!style) return
        const end = Math.min(node.to, to)
        for (
          let line = state.doc.lineAt(Math.max(node.from, from));
          ;
          line = state.doc.line(line.number + 1)
        ) {
          lines.push(style.range(line.from))
          if (line.to >= end) return false
        }
      },
    })
  }
  return RangeSet.of(lines, true)
}

/** Sets code blocks and tables in the monospaced font. */
export const monospacedLines = EditorView.decorations.of(markLines)
