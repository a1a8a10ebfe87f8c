import { isolateHistory } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import { findBlocks } from '@/components/editor/link-cards/model/find-blocks'
import type { CardLine } from '@/components/editor/link-cards/model/find-card-lines'
import { moveCard, placeBeside } from '@/components/editor/link-cards/model/move-card'
import { type LinkCardText, writeAsLink, writeCardLine } from '@/lib/markdown/card-line'
import { setShown } from './shown-field'

const asOneStep = isolateHistory.of('full')

/** Rewrites the line of a card. It remains a card. */
export function rewriteCard(view: EditorView, { from, to }: CardLine, card: LinkCardText): void {
  const insert = writeCardLine(card)
  if (insert === view.state.sliceDoc(from, to)) return
  view.dispatch({
    changes: { from, to, insert },
    effects: setShown.of({ show: [from], hide: [] }),
    annotations: asOneStep,
    userEvent: 'input.card',
  })
}

/**
 * Replaces a card with a link in a paragraph, with its title as text, and moves the cursor behind
 * it.
 */
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

/** Shows the Markdown of a card, for manual editing. */
export function showAsText(view: EditorView, { from, to }: CardLine): void {
  view.dispatch({
    effects: setShown.of({ show: [], hide: [from] }),
    selection: { anchor: to },
    annotations: asOneStep,
  })
  view.focus()
}

/** Shows a line as a card, as on the page. */
export function showAsCard(view: EditorView, { from }: CardLine): void {
  view.dispatch({ effects: setShown.of({ show: [from], hide: [] }), annotations: asOneStep })
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
  const { state } = view
  const blocks = findBlocks(state.doc.iterLines())
  const place = typeof where === 'number' ? where : placeBeside(blocks, from, where)
  const move =
    place === undefined
      ? undefined
      : moveCard((start, end) => state.sliceDoc(start, end), blocks, from, place)
  if (!move) return undefined
  view.dispatch({
    changes: move.changes,
    effects: setShown.of({ show: [move.from], hide: [] }),
    selection: { anchor: move.from, head: move.from + (to - from) },
    annotations: asOneStep,
    userEvent: 'move.card',
    scrollIntoView: true,
  })
  return move.from
}
