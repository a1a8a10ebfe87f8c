import { type Extension, StateEffect } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { CardWidget } from './card'
import { cardsField, selectedCard, shownLines, undoShown } from './card-field'
import { cardKeys } from './card-keys'
import { keepApart, selectAtEdge } from './keep-apart'
import { pasteLinks } from './pasting/paste-links'
import { plainAddressNotes } from './plain-address'
import { fetchPreview, PreviewQueue } from './preview-queue'

/** Dispatched when a preview arrives, so that other views of the text can show its card. */
export const cardArrived = StateEffect.define<null>()

/**
 * Turns pasted links into cards. The document contains their text only: a bare URL on its own line,
 * or a `::link-card` if the user edited one. Requires `history()` and link-cards.css.
 */
export function linkCards(): Extension {
  let notify = () => {}
  const queue = new PreviewQueue(fetchPreview, () => notify())
  const want = (view: EditorView) => queue.want(shownLines(view.state).map(({ card }) => card.url))
  return [
    cardsField,
    undoShown,
    keepApart,
    selectAtEdge,
    cardKeys,
    pasteLinks(),
    plainAddressNotes,
    EditorView.decorations.compute([cardsField, 'selection'], (state) => {
      const selected = selectedCard(state)
      return Decoration.set(
        shownLines(state).map(({ from, to, card }) => {
          const widget = new CardWidget(card, from === selected?.from, queue)
          return Decoration.replace({ widget, block: true }).range(from, to)
        }),
      )
    }),
    ViewPlugin.define((view) => {
      notify = () => view.dispatch({ effects: cardArrived.of(null) })
      want(view)
      return {
        update: ({ startState, state }: ViewUpdate) => {
          if (startState.field(cardsField) !== state.field(cardsField)) want(view)
        },
        destroy: () => queue.close(),
      }
    }),
  ]
}
