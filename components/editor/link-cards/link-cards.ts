import { type Extension, Prec, StateEffect } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { cardsField, selectedCard, shownLines, undoShown } from './card-field'
import { cardKeys } from './card-keys'
import { CardWidget } from './card-widget'
import { fetchPreview } from './fetch-preview'
import { keepApart, selectAtEdge } from './keep-apart'
import { pasteLinks } from './pasting/paste-links'
import { plainAddressNotes } from './plain-address'
import { PreviewQueue } from './preview-queue'

/** Dispatched when a preview arrives, so that other views of the text can show its card. */
export const cardArrived = StateEffect.define<null>()

function markSelected(view: EditorView): void {
  const selected = selectedCard(view.state)
  view.requestMeasure({
    key: markSelected,
    read: () =>
      [...view.contentDOM.querySelectorAll('.editor-card')].map((dom) => ({
        dom,
        isSelected: view.posAtDOM(dom) === selected?.from,
      })),
    write: (cards) => {
      for (const { dom, isSelected } of cards) dom.toggleAttribute('data-selected', isSelected)
    },
  })
}

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
    Prec.high(pasteLinks),
    plainAddressNotes,
    EditorView.decorations.compute([cardsField], (state) =>
      Decoration.set(
        shownLines(state).map(({ from, to, card }) =>
          Decoration.replace({ widget: new CardWidget(card, queue), block: true }).range(from, to),
        ),
      ),
    ),
    ViewPlugin.define((view) => {
      notify = () => view.dispatch({ effects: cardArrived.of(null) })
      want(view)
      return {
        update: ({ startState, state, selectionSet, viewportChanged }: ViewUpdate) => {
          const isChanged = startState.field(cardsField) !== state.field(cardsField)
          if (isChanged) want(view)
          if (isChanged || selectionSet || viewportChanged) markSelected(view)
        },
        destroy: () => queue.close(),
      }
    }),
  ]
}
