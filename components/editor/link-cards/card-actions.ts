import { isolateHistory } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import { type LinkCardText, writeAsLink, writeCardLine } from '@/lib/markdown/card-line'
import { setShown } from './card-field'
import type { CardLine } from './card-lines'
import { moveCard } from './move-card'

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

/** Replaces a card with a link in a paragraph, and moves the cursor behind it. */
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

/** Selects a whole card, and focuses the editor. */
export function selectCard(view: EditorView, { from, to }: CardLine): void {
  view.dispatch({ selection: { anchor: from, head: to }, userEvent: 'select.pointer' })
  view.focus()
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
