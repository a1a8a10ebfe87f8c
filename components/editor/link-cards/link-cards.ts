import { type Extension, Prec, StateEffect } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { PreviewQueue } from '@/components/editor/link-cards/model/preview-queue'
import { cardKeys } from './card-keys'
import type { CardQueue, FetchLinkCardPreview } from './card-services'
import { CardWidget } from './card-widget'
import { fetchPreview as askAdmin } from './fetch-preview'
import { keepApart, selectAtEdge } from './keep-apart'
import { pasteLinks } from './paste-links'
import { plainAddressNotes } from './plain-address'
import { cardsField, selectedCard, shownLines, undoShown } from './shown-field'

/** Dispatched when a preview arrives, so that other views of the text can show its card. */
export const cardArrived = StateEffect.define<null>()

/** Renders each card in place of its line. */
function drawCards(queue: CardQueue): Extension {
  return EditorView.decorations.compute([cardsField], (state) =>
    Decoration.set(
      shownLines(state).map(({ from, to, card }) =>
        Decoration.replace({ widget: new CardWidget(card, queue), block: true }).range(from, to),
      ),
    ),
  )
}

/**
 * Fetches the previews of the cards, marks the selected card, and cancels requests when the editor
 * closes.
 */
function followCards(queue: CardQueue, listeners: Set<() => void>): Extension {
  return ViewPlugin.fromClass(
    class {
      readonly #notify: () => void

      constructor(view: EditorView) {
        this.#notify = () => view.dispatch({ effects: cardArrived.of(null) })
        listeners.add(this.#notify)
        queue.want(shownLines(view.state).map(({ card }) => card.url))
      }

      update({ startState, state, selectionSet, viewportChanged, view }: ViewUpdate): void {
        const isChanged = startState.field(cardsField) !== state.field(cardsField)
        if (isChanged) queue.want(shownLines(state).map(({ card }) => card.url))
        if (isChanged || selectionSet || viewportChanged) markSelected(view)
      }

      destroy(): void {
        listeners.delete(this.#notify)
        queue.close()
      }
    },
  )
}

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
 * Turns links pasted into a Markdown editor into cards. The document contains their text only: a
 * bare URL on its own line, or a `::link-card` if the user edited one. Requires `history()` and
 * link-cards.css.
 * @param options.fetchPreview fetches the preview of a page; by default from the admin area
 */
export function linkCards({
  fetchPreview = askAdmin,
}: {
  fetchPreview?: FetchLinkCardPreview
} = {}): Extension {
  const listeners = new Set<() => void>()
  const queue: CardQueue = new PreviewQueue(fetchPreview, () => {
    for (const notify of listeners) notify()
  })
  return [
    cardsField,
    undoShown,
    keepApart,
    selectAtEdge,
    cardKeys,
    Prec.high(pasteLinks),
    drawCards(queue),
    plainAddressNotes,
    followCards(queue, listeners),
  ]
}
