import { Compartment, type EditorState, type Range } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

const inFocus = Decoration.line({ class: 'cm-in-focus' })
const mode = new Compartment()

/** A paragraph is marked up to this many lines from the cursor, which is more than a screen. */
const linesMax = 100

/** Marks the lines around the cursor up to the next empty ones. */
function markParagraph({ doc, selection }: EditorState): DecorationSet {
  const cursor = doc.lineAt(selection.main.head)
  const lines: Range<Decoration>[] = [inFocus.range(cursor.from)]
  const isEmpty = cursor.text.trim() === ''
  for (const step of isEmpty ? [] : [-1, 1])
    for (
      let number = cursor.number + step;
      Math.abs(number - cursor.number) < linesMax;
      number += step
    ) {
      if (number < 1 || number > doc.lines || doc.line(number).text.trim() === '') break
      lines.push(inFocus.range(doc.line(number).from))
    }
  return Decoration.set(lines, true)
}

const dimming = [
  EditorView.decorations.compute(['doc', 'selection'], markParagraph),
  EditorView.theme({ '.cm-line:not(.cm-in-focus)': { opacity: '0.4' } }),
]

/** Focus mode, initially off. */
export const focusMode = mode.of([])

/** Dims all paragraphs but the current one, or none. */
export function setFocusMode(view: EditorView, isOn: boolean): void {
  view.dispatch({ effects: mode.reconfigure(isOn ? dimming : []) })
}
