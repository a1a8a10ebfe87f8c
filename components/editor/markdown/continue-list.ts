import { EditorSelection, type StateCommand } from '@codemirror/state'
import { isInCode } from './indent-code'

/**
 * The prefix of a line in a list or quote (CommonMark, “List items”, “Block quotes”): quote,
 * indentation, marker and task.
 */
const linePrefix = /^((?:\s*>[ \t]?)*)(\s*)(?:([-*+])|(\d{1,9})([.)]))?([ \t]+)?(\[[ xX]\][ \t]+)?/

/** Returns the prefix of the next line, or undefined if the line is not in a list or quote. */
function nextPrefix(text: string): { length: number; next: string; outer: string } | undefined {
  const [all = '', quote = '', indent = '', bullet, number, point = '', space = '', task] =
    linePrefix.exec(text) ?? []
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
export const continueList: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  if (!main.empty || ranges.length > 1 || state.readOnly || isInCode(state)) return false
  const line = state.doc.lineAt(main.head)
  const prefix = nextPrefix(line.text)
  if (!prefix || main.head < line.from + prefix.length) return false
  const isEmpty = line.text.slice(prefix.length).trim() === ''
  const changes = isEmpty
    ? { from: line.from, to: line.to, insert: prefix.outer }
    : { from: main.head, insert: state.lineBreak + prefix.next }
  const cursor = isEmpty ? line.from + prefix.outer.length : main.head + 1 + prefix.next.length
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
