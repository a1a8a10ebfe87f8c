import { syntaxTree } from '@codemirror/language'
import { type Range, RangeSet } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/** Blocks whose letters are all equally wide: code, and tables, whose columns would else not stand beneath one another. */
const looks = new Map(
  Object.entries({ FencedCode: 'cm-code-line', Table: 'cm-table-line' }).map(
    ([name, className]) => [name, Decoration.line({ class: className })],
  ),
)

/** The lines of such blocks, as far as they are on the screen. */
function markLines({ state, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        const look = looks.get(node.name)
        if (!look) return
        const end = Math.min(node.to, to)
        for (
          let line = state.doc.lineAt(Math.max(node.from, from));
          ;
          line = state.doc.line(line.number + 1)
        ) {
          lines.push(look.range(line.from))
          if (line.to >= end) return false
        }
      },
    })
  }
  return RangeSet.of(lines, true)
}

/** Sets blocks of code, and tables, in the font of code. */
export const evenLines = ViewPlugin.fromClass(
  class {
    marks: DecorationSet
    constructor(view: EditorView) {
      this.marks = markLines(view)
    }
    update({ docChanged, viewportChanged, state, startState, view }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(state) !== syntaxTree(startState))
        this.marks = markLines(view)
    }
  },
  { decorations: (plugin) => plugin.marks },
)
