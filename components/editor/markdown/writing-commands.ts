import { indentLess, indentMore } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import {
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state'
import { makeLink } from '@/components/comments/format-markdown'

/**
 * Creates a command from a function that returns its change, or undefined where the command does
 * not apply.
 */
export function command(change: (state: EditorState) => TransactionSpec | undefined): StateCommand {
  return ({ state, dispatch }) => {
    const spec = change(state)
    if (spec) dispatch(state.update({ userEvent: 'input', scrollIntoView: true, ...spec }))
    return spec !== undefined
  }
}

/** Returns the syntax nodes around a position, the innermost first. */
export function nodesAround(tree: ReturnType<typeof syntaxTree>, at: number, side: -1 | 1) {
  const nodes = []
  for (let node = tree.resolveInner(at, side); node.parent; node = node.parent) nodes.push(node)
  return nodes
}

/** Returns whether the cursor is in a code block or inline code. */
export function isInCode(state: EditorState): boolean {
  const nodes = nodesAround(syntaxTree(state), state.selection.main.head, -1)
  return nodes.some(({ name }) => /^(?:FencedCode|CodeBlock|CodeText|InlineCode)$/.test(name))
}

export const indentCode: StateCommand = (target) => isInCode(target.state) && indentMore(target)
export const outdentCode: StateCommand = (target) => isInCode(target.state) && indentLess(target)

/** Adds or removes marks around the selection, the word at the cursor, or the cursor. */
export const toggleInline = (mark: string) =>
  command((state) =>
    state.changeByRange((range) => {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range
      const isMarked =
        state.sliceDoc(Math.max(0, from - mark.length), from) === mark &&
        state.sliceDoc(to, to + mark.length) === mark
      const { length } = mark
      const changes = isMarked
        ? [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ]
        : [from, to].map((at) => ({ from: at, insert: mark }))
      const by = isMarked ? -length : length
      return { changes, range: EditorSelection.range(range.anchor + by, range.head + by) }
    }),
  )

/** The marker of a line. One kind replaces another. */
const lineMark =
  /^(\s*)(?:(#{1,6})[ \t]+|(>)[ \t]?|([-*+])[ \t]+(\[[ xX]\][ \t]+)?|(\d{1,9}[.)])[ \t]+)?/

type LineKind = 'heading' | 'quote' | 'list' | 'numbers' | 'task'

const marks: Record<LineKind, (index: number) => string> = {
  heading: () => '## ',
  quote: () => '> ',
  list: () => '- ',
  numbers: (index) => `${index + 1}. `,
  task: () => '- [ ] ',
}

function kindOf(text: string): LineKind | undefined {
  const [, , heading, quote, list, task, number] = lineMark.exec(text) ?? []
  if (heading) return 'heading'
  if (quote) return 'quote'
  if (number) return 'numbers'
  if (task) return 'task'
  return list ? 'list' : undefined
}

/** Returns the lines that the selection touches. */
function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to } of state.selection.ranges)
    for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
      lines.set(line.number, line)
      if (line.to >= to) break
    }
  return [...lines.values()]
}

/** Replaces the markers of lines. `markerOf` also receives the `#` characters of a heading. */
function replaceMarkers(
  state: EditorState,
  lines: Line[],
  markerOf: (index: number, heading?: string) => string,
): TransactionSpec {
  const changes = state.changes(
    lines.map(({ from, text }, index) => {
      const [all = '', indent = '', heading] = lineMark.exec(text) ?? []
      return { from: from + indent.length, to: from + all.length, insert: markerOf(index, heading) }
    }),
  )
  // Text typed at the edge of a new marker goes after it.
  const ranges = state.selection.ranges.map(({ anchor, head }) =>
    EditorSelection.range(changes.mapPos(anchor, 1), changes.mapPos(head, 1)),
  )
  return { changes, selection: EditorSelection.create(ranges, state.selection.mainIndex) }
}

/**
 * Turns the selected lines into headings, quotes or items, or back if all of them are. Headings
 * cycle through level 2, level 3 and plain text.
 */
export const toggleLines = (kind: LineKind) =>
  command((state) => {
    const all = selectedLines(state)
    const written = all.filter(({ text }) => text.trim() !== '')
    const lines = written.length > 0 ? written : all
    const areAll = lines.every(({ text }) => kindOf(text) === kind)
    return replaceMarkers(state, lines, (index, heading) =>
      areAll ? (heading === '##' ? '### ' : '') : marks[kind](index),
    )
  })

const item = /^(\s*)((?:[-*+]|\d{1,9}[.)])[ \t]+)/

/** Returns the width of an item's marker, by which it nests in the item above (CommonMark). */
function stepOf(text: string): number {
  return item.exec(text)?.[2]?.length ?? 2
}

function startsInList(state: EditorState): boolean {
  return item.test(state.doc.lineAt(state.selection.main.from).text)
}

/** Nests list items in the item above. Returns false outside a list, where Tab moves focus. */
export const indentList = command((state) => {
  if (!startsInList(state)) return undefined
  const changes = selectedLines(state)
    .filter(({ text }) => text.trim() !== '')
    .map(({ from, text }) => ({ from, insert: ' '.repeat(stepOf(text)) }))
  return { changes, userEvent: 'input.indent' }
})

export const outdentList = command((state) => {
  if (!startsInList(state)) return undefined
  const changes = selectedLines(state).flatMap(({ from, text }) => {
    const [indent = ''] = /^\s*/.exec(text) ?? []
    const width = indent.startsWith('\t') ? 1 : Math.min(indent.length, stepOf(text))
    return width === 0 ? [] : [{ from, to: from + width }]
  })
  return changes.length === 0 ? undefined : { changes, userEvent: 'delete.dedent' }
})

/** Marks the place of the cursor and the selected lines in an inserted block. */
export const cursorPlace = '\u{e000}'

/**
 * Inserts a block on its own lines, with blank lines around it. It encloses the selected lines, or
 * follows the line of the cursor.
 */
export const insertBlock = (text: string) =>
  command((state) => {
    const { from, to, empty } = state.selection.main
    const first = state.doc.lineAt(from)
    const last = state.doc.lineAt(to)
    const isAfter = empty && first.text.trim() !== ''
    const selected = empty ? '' : state.sliceDoc(first.from, last.to)
    const before = isAfter ? '\n\n' : isWritten(state, first.number - 1) ? '\n' : ''
    const [head = '', tail = ''] = text.split(cursorPlace)
    const start = isAfter ? last.to : first.from
    const after = isWritten(state, last.number + 1) ? '\n' : ''
    const insert = before + head + selected + tail + after
    const cursor = start + before.length + head.length + state.toText(selected).length
    return { changes: { from: start, to: last.to, insert }, selection: { anchor: cursor } }
  })

/**
 * Adds a footnote (GFM, “Footnotes”). Its number goes at the cursor or, on an empty line, after the
 * text above. Its text goes at the end of the post, where the cursor moves.
 */
export const insertFootnote = command((state) => {
  const { doc, selection } = state
  const text = doc.toString()
  const numbers = [...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number))
  const number = Math.max(0, ...numbers) + 1
  const line = doc.lineAt(selection.main.to)
  const isEmpty = line.text.trim() === ''
  const at = isEmpty ? text.slice(0, line.from).trimEnd().length : selection.main.to
  const changes = state.changes([
    { from: at, insert: `[^${number}]` },
    { from: text.trimEnd().length, to: doc.length, insert: `\n\n[^${number}]: ` },
  ])
  return { changes, selection: { anchor: changes.newLength } }
})

/** Turns the selected lines into headings of a level, or back into paragraphs. */
export const toggleHeading = (level: number) =>
  command((state) => {
    const wanted = '#'.repeat(level)
    return replaceMarkers(state, selectedLines(state), (_, heading) =>
      heading === wanted ? '' : `${wanted} `,
    )
  })

function isWritten(state: EditorState, number: number): boolean {
  return number >= 1 && number <= state.doc.lines && state.doc.line(number).text.trim() !== ''
}

/** Turns the selection into a link, and moves the cursor to its missing text or target. */
export const insertLink = command((state) =>
  state.changeByRange(({ from, to }) => {
    const { insert, cursor } = makeLink(state.sliceDoc(from, to))
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + cursor) }
  }),
)

/** The prefix of a line in a list or quote: quote, indentation, marker and task. */
const linePrefix = /^((?:\s*>[ \t]?)*)(\s*)(?:([-*+])|(\d{1,9})([.)]))?([ \t]+)?(\[[ xX]\][ \t]+)?/

/**
 * Returns the length of the prefix of a line, `next`, the prefix of the next line, `outer`, that
 * outside the innermost list or quote, and `isEnd`, true if there is no outer list. Returns
 * undefined for a line that is not in a list or quote.
 */
function nextPrefix(text: string) {
  const [all = '', quote = '', indent = '', bullet, number, point = '', space = '', task] =
    linePrefix.exec(text) ?? []
  if (bullet === undefined && number === undefined)
    return quote !== '' ? { length: quote.length, next: quote, outer: '', isEnd: true } : undefined
  if (space === '') return undefined
  const mark = bullet ?? `${Number(number) + 1}${point}`
  const next = `${quote}${indent}${mark}${space}${task === undefined ? '' : '[ ] '}`
  // An empty nested item becomes an item of the outer list, with the same kind of marker.
  const outerIndent = indent.replace(/(?: {1,3}|\t)$/, '')
  return {
    length: all.length,
    next,
    outer: outerIndent === indent ? quote : `${quote}${outerIndent}${mark}${space}`,
    isEnd: outerIndent === indent,
  }
}

/** Returns the paragraph at the cursor, unless it belongs to a list or quote. */
function paragraphAtCursor(state: EditorState) {
  const { main, ranges } = state.selection
  if (!main.empty || ranges.length > 1 || state.readOnly) return undefined
  const { from, to, text } = state.doc.lineAt(main.head)
  const at = Math.min(main.head, from + text.trimEnd().length)
  const block = nodesAround(syntaxTree(state), at, -1).at(-1)
  if (block?.name !== 'Paragraph') return undefined
  return { head: main.head, isOneLine: block.from >= from && block.to <= to, text }
}

/**
 * Starts a paragraph on Enter, because a single line break would continue this one. A paragraph
 * with line breaks and a table, whose first line looks like a paragraph, get a single one.
 */
export const startParagraph = command((state) => {
  const paragraph = paragraphAtCursor(state)
  if (!paragraph?.isOneLine || paragraph.text.startsWith('|')) return undefined
  const { head } = paragraph
  const changes = { from: head, insert: state.lineBreak.repeat(2) }
  return { changes, selection: { anchor: head + 2 } }
})

/** Breaks the line within a paragraph on Shift+Enter (CommonMark 6.7). */
export const breakLine = command((state) => {
  const paragraph = paragraphAtCursor(state)
  if (!paragraph) return undefined
  const { head } = paragraph
  return {
    changes: { from: head, insert: `\\${state.lineBreak}` },
    selection: { anchor: head + 2 },
  }
})

/** Continues a list or quote on Enter. On an empty item, it leaves the list. */
export const continueList = command((state) => {
  const { main, ranges } = state.selection
  if (!main.empty || ranges.length > 1 || state.readOnly || isInCode(state)) return undefined
  const line = state.doc.lineAt(main.head)
  const prefix = nextPrefix(line.text)
  if (!prefix || main.head < line.from + prefix.length) return undefined
  const isEmpty = line.text.slice(prefix.length).trim() === ''
  if (isEmpty) {
    // Without a blank line, the text that follows would belong to the last item.
    const needsBlank = prefix.isEnd && isWritten(state, line.number - 1)
    const blank = needsBlank ? prefix.outer.trimEnd() + state.lineBreak : ''
    const insert = blank + prefix.outer
    const changes = { from: line.from, to: line.to, insert }
    return { changes, selection: { anchor: line.from + insert.length } }
  }
  const changes = { from: main.head, insert: state.lineBreak + prefix.next }
  return { changes, selection: { anchor: main.head + 1 + prefix.next.length } }
})
