import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
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
    if (name !== 'Paragraph' || !/^[h<:]/i.test(start)) return []
    const line = doc.lineAt(from)
    if (line.from !== from || line.to < to) return []
    const card = isBlank(line.number - 1) && isBlank(line.number + 1) && readCardLine(line.text)
    return card ? [{ from, to: line.to, card }] : []
  })
}
