import type { Block } from './find-blocks'

/** Changes to a text, in positions before all of them, and the start of the card after them. */
export type CardMove = { changes: { from: number; to: number; insert: string }[]; from: number }

/**
 * Moves a card among the blocks of its text, and keeps blank lines around it and its neighbours.
 * @param from the start of the card
 * @param place 0 before the first block, 1 before the second, …, counted before the move
 * @returns undefined if the card would not move
 */
export function moveCard(
  text: (from: number, to: number) => string,
  blocks: readonly Block[],
  from: number,
  place: number,
): CardMove | undefined {
  const index = blocks.findIndex((block) => block.from === from)
  const card = blocks[index]
  const clamped = Math.min(Math.max(place, 0), blocks.length)
  if (!card || clamped === index || clamped === index + 1) return undefined
  const line = text(card.from, card.to)
  const [previous, next, target, last] = [
    blocks[index - 1],
    blocks[index + 1],
    blocks[clamped],
    blocks.at(-1),
  ]
  const removed = next
    ? { from: card.from, to: next.from, insert: '' }
    : { from: previous?.to ?? card.from, to: card.to, insert: '' }
  const at = target?.from ?? last?.to ?? card.to
  const inserted = { from: at, to: at, insert: target ? `${line}\n\n` : `\n\n${line}` }
  const lead = target ? 0 : 2
  const shift = at > removed.from ? removed.to - removed.from : 0
  return { changes: [removed, inserted].sort((a, b) => a.from - b.from), from: at - shift + lead }
}

/** Returns the place above or below the adjacent block; undefined if there is none. */
export function placeBeside(
  blocks: readonly Block[],
  from: number,
  direction: 'up' | 'down',
): number | undefined {
  const index = blocks.findIndex((block) => block.from === from)
  if (index < 0 || (direction === 'up' ? index === 0 : index === blocks.length - 1))
    return undefined
  return direction === 'up' ? index - 1 : index + 2
}
