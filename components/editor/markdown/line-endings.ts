import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Returns the line endings of a text, which are preserved when it is saved. */
export const lineEndingsOf = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')

/** Returns the text of a document as it is saved. */
export function readDocument(doc: Text, endings: '\n' | '\r\n'): string {
  return doc.sliceString(0, doc.length, endings)
}

/** Replaces the document with a single minimal change, so that the cursor stays at its text. */
export function replaceText(view: EditorView, text: string): void {
  const { doc } = view.state
  const old = doc.toString()
  const next = view.state.toText(text).toString()
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
