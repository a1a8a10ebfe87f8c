import { syntaxTree } from '@codemirror/language'
import { type Range, RangeSet } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

const codeLine = Decoration.line({ class: 'cm-code-line' })

/** The lines of blocks of code, as far as they are on the screen. */
function markCode({ state, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'FencedCode') return
        const end = Math.min(node.to, to)
        for (let line = state.doc.lineAt(Math.max(node.from, from)); ; line = state.doc.line(line.number + 1)) {
          lines.push(codeLine.range(line.from))
          if (line.to >= end) return false
        }
      },
    })
  }
  return RangeSet.of(lines, true)
}

/** Sets blocks of code in the font of code. */
export const codeLines = ViewPlugin.fromClass(
  class {
    marks: DecorationSet
    constructor(view: EditorView) {
      this.marks = markCode(view)
    }
    update({ docChanged, viewportChanged, state, startState, view }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(state) !== syntaxTree(startState)) this.marks = markCode(view)
    }
  },
  { decorations: (plugin) => plugin.marks },
)
