import { EditorState, type Extension, type Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** The line endings of a text, preserved byte for byte when it is saved. */
export type LineEndings = '\n' | '\r\n' | 'mixed'

export function lineEndingsOf(text: string): LineEndings {
  const count = (ending: string) => text.split(ending).length - 1
  if (!text.includes('\r')) return '\n'
  const pairs = count('\r\n')
  return pairs === count('\n') && pairs === count('\r') ? '\r\n' : 'mixed'
}

/**
 * Configures the line separator. A text with mixed endings is split at line feeds only, and its
 * carriage returns remain visible characters of the lines.
 */
export function lineSeparator(endings: LineEndings): Extension {
  return endings === 'mixed' ? EditorState.lineSeparator.of('\n') : []
}

/** Returns the text of a document as it is saved. */
export function readDocument(doc: Text, endings: LineEndings): string {
  return doc.sliceString(0, doc.length, endings === '\r\n' ? '\r\n' : '\n')
}

/** Replaces the document with a single minimal change, so that the cursor stays at its text. */
export function replaceText(view: EditorView, text: string): void {
  const { doc } = view.state
  const [old, next] = [doc.toString(), view.state.toText(text).toString()]
  if (old === next) return
  const longest = Math.min(old.length, next.length)
  let start = 0
  while (start < longest && old[start] === next[start]) start++
  let end = 0
  while (end < longest - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++
  view.dispatch({
    changes: { from: start, to: old.length - end, insert: next.slice(start, next.length - end) },
    userEvent: 'input.replace',
  })
}
