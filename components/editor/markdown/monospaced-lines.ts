import { syntaxTree } from '@codemirror/language'
import { type Range, RangeSet } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Blocks in a monospaced font: code, and tables, to align their columns. */
const lineStyles = new Map([
  ['FencedCode', Decoration.line({ class: 'cm-code-line' })],
  ['Table', Decoration.line({ class: 'cm-table-line' })],
])

function markLines({ state: { doc }, state, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        const style = lineStyles.get(node.name)
        if (!style) return
        const end = Math.min(node.to, to)
        for (let at = Math.max(node.from, from); at <= end; at = doc.lineAt(at).to + 1)
          lines.push(style.range(doc.lineAt(at).from))
        return false
      },
    })
  return RangeSet.of(lines, true)
}

/** Sets code blocks and tables in the monospaced font. */
export const monospacedLines = EditorView.decorations.of(markLines)
