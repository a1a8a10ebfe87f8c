import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState, Transaction } from '@codemirror/state'
import { type LinkCardText, readCardLine } from '@/lib/markdown/card-line'

/** A line that is a card on the page, with its position in the text. */
export type CardLine = { from: number; to: number; card: LinkCardText }

/** A top-level paragraph, list, code block or the like, with its position in the text. */
export type Block = {
  name: string
  from: number
  to: number
  /** The first two characters. */
  start: string
}

/** Time in milliseconds to parse a changed text. The rest is parsed in the background. */
const parseMsMax = 100

/** Returns the syntax tree of the text, or of its beginning if that takes too long. */
export function parsedTree(state: EditorState) {
  return ensureSyntaxTree(state, state.doc.length, parseMsMax) ?? syntaxTree(state)
}

/** Caches the blocks of each syntax tree: several extensions need them after each key press. */
const blocksOf = new WeakMap<ReturnType<typeof syntaxTree>, readonly Block[]>()

/** Splits a text into its blocks (CommonMark, “Blocks”). */
export function findBlocks(state: EditorState, tree = parsedTree(state)): readonly Block[] {
  const known = blocksOf.get(tree)
  if (known) return known
  const blocks: Block[] = []
  // Much faster than slicing the document for each block.
  const text = state.doc.toString()
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    const { name, from, to } = node
    blocks.push({ name, from, to, start: text.slice(from, from + 2) })
  }
  blocksOf.set(tree, blocks)
  return blocks
}

/** The beginning of a paragraph that may be a card or a figure. */
const cardStart = /^[h<:]/i
export const figureStart = '!['

/** Returns the top-level paragraph at a position, unless it may be a card or a figure. */
function plainParagraphAt(state: EditorState, position: number) {
  const { topNode } = parsedTree(state)
  const block = topNode.enter(position, -1) ?? topNode.enter(position, 1)
  if (block?.name !== 'Paragraph') return undefined
  const start = state.sliceDoc(block.from, block.from + 2)
  return cardStart.test(start) || start === figureStart ? undefined : block
}

/**
 * Returns whether a change affects nothing but the text of one paragraph. Then all other blocks are
 * the same, and need not be searched again for each key.
 */
export function changesOneParagraph({ changes, startState, state }: Transaction): boolean {
  // If the parser has not reached the end, the rest has not been searched yet.
  if (syntaxTree(startState).length < startState.doc.length) return false
  let first = startState.doc.length
  let last = 0
  changes.iterChangedRanges((from, to) => {
    first = Math.min(first, from)
    last = Math.max(last, to)
  })
  const before = plainParagraphAt(startState, first)
  const after = plainParagraphAt(state, first)
  return (
    before !== undefined &&
    after !== undefined &&
    last <= before.to &&
    changes.mapPos(before.from, -1) === after.from &&
    changes.mapPos(before.to, 1) === after.to &&
    parsedTree(state).length === state.doc.length
  )
}

/**
 * Finds the lines that the page shows as cards, in order. Such a line is a paragraph that is not
 * indented, between blank lines.
 */
export function findCardLines(state: EditorState, tree = parsedTree(state)): CardLine[] {
  const { doc } = state
  const isBlank = (number: number) =>
    number < 1 || number > doc.lines || doc.line(number).text.trim() === ''
  return findBlocks(state, tree).flatMap(({ name, from, to, start }) => {
    // A long paragraph has several lines, or is too long for a card.
    if (name !== 'Paragraph' || !cardStart.test(start)) return []
    const line = doc.lineAt(from)
    if (line.from !== from || line.to < to) return []
    const card = isBlank(line.number - 1) && isBlank(line.number + 1) && readCardLine(line.text)
    return card ? [{ from, to: line.to, card }] : []
  })
}
