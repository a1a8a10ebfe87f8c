import { EditorState, type Extension, type Text } from '@codemirror/state'

/** What stands between the lines of a text, so that every byte of it is saved as it came. */
export type LineEndings = '\n' | '\r\n' | 'mixed'

export function lineEndingsOf(text: string): LineEndings {
  const count = (ending: string) => text.split(ending).length - 1
  if (!text.includes('\r')) return '\n'
  const pairs = count('\r\n')
  return pairs === count('\n') && pairs === count('\r') ? '\r\n' : 'mixed'
}

/** A text of mixed endings is parted at its line feeds alone: its carriage returns stay in the lines, shown as what they are. */
export function partLines(endings: LineEndings): Extension {
  return endings === 'mixed' ? EditorState.lineSeparator.of('\n') : []
}

/** A document as the text it is saved as. */
export function joinLines(doc: Text, endings: LineEndings): string {
  return doc.sliceString(0, doc.length, endings === '\r\n' ? '\r\n' : '\n')
}
