import { EditorSelection, type StateCommand } from '@codemirror/state'
import { isInCode } from './indent-code'

/**
 * The prefix of a line in a list or quote (CommonMark, “List items”, “Block quotes”): quote,
 * indentation, marker and task.
 */
const beginning = /^((?:\s*>[ \t]?)*)(\s*)(?:([-*+])|(\d{1,9})([.)]))?([ \t]+)?(\[[ xX]\][ \t]+)?/

/** Returns the prefix of the next line, or undefined if the line is not in a list or quote. */
function nextBeginning(text: string): { length: number; next: string; outer: string } | undefined {
  const [all = '', quote = '', indent = '', bullet, number, point = '', space = '', task] =
    beginning.exec(text) ?? []
  if (bullet === undefined && number === undefined)
    return quote !== '' ? { length: quote.length, next: quote, outer: '' } : undefined
  if (space === '') return undefined
  const mark = bullet ?? `${Number(number) + 1}${point}`
  const next = `${quote}${indent}${mark}${space}${task === undefined ? '' : '[ ] '}`
  // An empty nested item becomes an item of the outer list, with the same kind of marker.
  const outerIndent = indent.replace(/(?: {1,3}|\t)$/, '')
  return {
    length: all.length,
    next,
    outer: outerIndent === indent ? quote : `${quote}${outerIndent}${mark}${space}`,
  }
}

/**
 * Continues a list or quote on Enter, with the next number. On an empty item, it leaves the list.
 */
export const goOnWithList: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  if (!main.empty || ranges.length > 1 || state.readOnly || isInCode(state)) return false
  const line = state.doc.lineAt(main.head)
  const begun = nextBeginning(line.text)
  if (!begun || main.head < line.from + begun.length) return false
  const isEmpty = line.text.slice(begun.length).trim() === ''
  const changes = isEmpty
    ? { from: line.from, to: line.to, insert: begun.outer }
    : { from: main.head, insert: state.lineBreak + begun.next }
  const cursor = isEmpty ? line.from + begun.outer.length : main.head + 1 + begun.next.length
  dispatch(
    state.update({
      changes,
      selection: EditorSelection.cursor(cursor),
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}
