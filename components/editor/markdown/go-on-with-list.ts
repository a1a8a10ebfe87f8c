import { EditorSelection, type StateCommand } from '@codemirror/state'
import { isInCode } from './indent-code'

/** What a line of a list or a quote begins with (CommonMark, “List items”, “Block quotes”): quote, indent, mark, task. */
const beginning = /^((?:\s*>[ \t]?)*)(\s*)(?:([-*+])|(\d{1,9})([.)]))?([ \t]+)?(\[[ xX]\][ \t]+)?/

/** What the next line begins with, or undefined where this one begins with nothing that goes on. */
function nextBeginning(text: string): { length: number; next: string; outer: string } | undefined {
  const [all = '', quote = '', indent = '', bullet, number, point = '', space = '', task] =
    beginning.exec(text) ?? []
  if (bullet === undefined && number === undefined)
    return quote !== '' ? { length: quote.length, next: quote, outer: '' } : undefined
  if (space === '') return undefined
  const mark = bullet ?? `${Number(number) + 1}${point}`
  const next = `${quote}${indent}${mark}${space}${task === undefined ? '' : '[ ] '}`
  // Of an item within another the end is one of the outer list, as far as it has one of its kind.
  const outerIndent = indent.replace(/(?: {1,3}|\t)$/, '')
  return {
    length: all.length,
    next,
    outer: outerIndent === indent ? quote : `${quote}${outerIndent}${mark}${space}`,
  }
}

/** Enter goes on with a list or a quote: the next item has the next number. On an empty item it goes out of the list. */
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
