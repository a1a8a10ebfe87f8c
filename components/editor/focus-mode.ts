import { Compartment, type EditorState, type Extension, type Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

const inFocus = Decoration.line({ class: 'cm-in-focus' })
const mode = new Compartment()

/** Returns the lines around the cursor up to the next empty ones, limited to about a screen. */
function paragraphAt(state: EditorState): { first: number; last: number } {
  const { number } = state.doc.lineAt(state.selection.main.head)
  const isEmpty = (line: number) => state.doc.line(line).text.trim() === ''
  let [first, last] = [number, number]
  if (isEmpty(number)) return { first, last }
  while (first > 1 && number - first < 100 && !isEmpty(first - 1)) first--
  while (last < state.doc.lines && last - number < 100 && !isEmpty(last + 1)) last++
  return { first, last }
}

function markParagraph(state: EditorState): DecorationSet {
  const { first, last } = paragraphAt(state)
  const lines: Range<Decoration>[] = []
  for (let number = first; number <= last; number++)
    lines.push(inFocus.range(state.doc.line(number).from))
  return Decoration.set(lines)
}

const dimming = [
  ViewPlugin.fromClass(
    class {
      marks: DecorationSet
      constructor(view: EditorView) {
        this.marks = markParagraph(view.state)
      }
      update({ docChanged, selectionSet, state }: ViewUpdate): void {
        if (docChanged || selectionSet) this.marks = markParagraph(state)
      }
    },
    { decorations: (plugin) => plugin.marks },
  ),
  EditorView.theme({ '.cm-line:not(.cm-in-focus)': { opacity: '0.4' } }),
]

/** Focus mode, initially off. */
export const focusMode: Extension = mode.of([])

/** Dims all paragraphs but the current one, or none. */
export function setFocusMode(view: EditorView, isOn: boolean): void {
  view.dispatch({ effects: mode.reconfigure(isOn ? dimming : []) })
}
