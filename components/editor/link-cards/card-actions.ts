import { isolateHistory } from '@codemirror/commands'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type LinkCardText, writeAsLink, writeCardLine } from '@/lib/markdown/card-line'
import { setShown } from './card-field'
import { type CardLine, findBlocks } from './card-lines'

const asOneStep = isolateHistory.of('full')

/** Rewrites the line of a card. It remains a card. */
export function rewriteCard(view: EditorView, { from, to }: CardLine, card: LinkCardText): void {
  const insert = writeCardLine(card)
  if (insert === view.state.sliceDoc(from, to)) return
  view.dispatch({
    changes: { from, to, insert },
    effects: setShown.of({ from, isShown: true }),
    annotations: asOneStep,
    userEvent: 'input.card',
  })
}

/** Replaces a card with a link in a paragraph, and moves the cursor after it. */
export function turnIntoLink(view: EditorView, { from, to, card }: CardLine, title: string): void {
  const insert = writeAsLink({ url: card.url, title })
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    annotations: asOneStep,
    userEvent: 'input.card',
    scrollIntoView: true,
  })
  view.focus()
}

/** Shows a line as a card, as on the page, or its Markdown for manual editing. */
export function showCard(view: EditorView, { from, to }: CardLine, isShown: boolean): void {
  view.dispatch({
    effects: setShown.of({ from, isShown }),
    ...(!isShown && { selection: { anchor: to } }),
    annotations: asOneStep,
  })
  view.focus()
}

export function selectCard(view: EditorView, { from, to }: CardLine): void {
  view.dispatch({ selection: { anchor: from, head: to }, userEvent: 'select.pointer' })
  view.focus()
}

/**
 * Moves a card among the blocks of its text, and keeps blank lines around it and its neighbours.
 * @param from the start of the card
 * @param where above or below the adjacent block, or an index: 0 before the first block, 1 before
 *   the second, …, counted before the move
 * @returns the changes of the text, and the start of the card after them; undefined if the card
 *   would not move
 */
export function moveCard(state: EditorState, from: number, where: 'up' | 'down' | number) {
  const blocks = findBlocks(state)
  const index = blocks.findIndex((block) => block.from === from)
  const place = where === 'up' ? index - 1 : where === 'down' ? index + 2 : where
  const card = blocks[index]
  if (!card || place < 0 || place > blocks.length || place === index || place === index + 1)
    return undefined
  const line = state.sliceDoc(card.from, card.to)
  const previous = blocks[index - 1]
  const next = blocks[index + 1]
  const target = blocks[place]
  const last = blocks.at(-1)
  const removed = next
    ? { from: card.from, to: next.from, insert: '' }
    : { from: previous?.to ?? card.from, to: card.to, insert: '' }
  const at = target?.from ?? last?.to ?? card.to
  const inserted = { from: at, to: at, insert: target ? `${line}\n\n` : `\n\n${line}` }
  const shift = at > removed.from ? removed.to - removed.from : 0
  const lead = target ? 0 : 2
  return { changes: [removed, inserted].sort((a, b) => a.from - b.from), from: at - shift + lead }
}

/**
 * Moves a card above or below the adjacent block, or to an index among the blocks.
 * @returns its new start; undefined if it did not move
 */
export function moveTo(
  view: EditorView,
  { from, to }: CardLine,
  where: 'up' | 'down' | number,
): number | undefined {
  const move = moveCard(view.state, from, where)
  if (!move) return undefined
  view.dispatch({
    changes: move.changes,
    effects: setShown.of({ from: move.from, isShown: true }),
    selection: { anchor: move.from, head: move.from + (to - from) },
    annotations: asOneStep,
    userEvent: 'move.card',
    scrollIntoView: true,
  })
  return move.from
}
