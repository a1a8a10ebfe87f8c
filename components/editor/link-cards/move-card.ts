import type { EditorState } from '@codemirror/state'
import { findBlocks } from './card-lines'

/** Changes to a text, in positions before all of them, and the start of the card after them. */
type CardMove = { changes: { from: number; to: number; insert: string }[]; from: number }

/**
 * Moves a card among the blocks of its text, and keeps blank lines around it and its neighbours.
 * @param from the start of the card
 * @param where above or below the adjacent block, or an index: 0 before the first block, 1 before
 *   the second, …, counted before the move
 * @returns undefined if the card would not move
 */
export function moveCard(
  state: EditorState,
  from: number,
  where: 'up' | 'down' | number,
): CardMove | undefined {
  const blocks = findBlocks(state)
  const index = blocks.findIndex((block) => block.from === from)
  const place = where === 'up' ? index - 1 : where === 'down' ? index + 2 : where
  const card = blocks[index]
  if (!card || place < 0 || place > blocks.length || place === index || place === index + 1)
    return undefined
  const line = state.sliceDoc(card.from, card.to)
  const [previous, next, target, last] = [
    blocks[index - 1],
    blocks[index + 1],
    blocks[place],
    blocks.at(-1),
  ]
  const removed = next
    ? { from: card.from, to: next.from, insert: '' }
    : { from: previous?.to ?? card.from, to: card.to, insert: '' }
  const at = target?.from ?? last?.to ?? card.to
  const inserted = { from: at, to: at, insert: target ? `${line}\n\n` : `\n\n${line}` }
  const shift = at > removed.from ? removed.to - removed.from : 0
  const lead = target ? 0 : 2
  return { changes: [removed, inserted].sort((a, b) => a.from - b.from), from: at - shift + lead }
}
