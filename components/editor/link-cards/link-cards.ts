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

export type { LinkCardPreview } from './card-services'
export { askAdmin as fetchPreview }

/** A page was fetched: what else shows the text can show its card. */
export const cardArrived = StateEffect.define<null>()

/** Draws the lines that are cards, each in the place of its text. */
function drawCards(queue: CardQueue): Extension {
  return EditorView.decorations.compute([cardsField], (state) =>
    Decoration.set(
      shownLines(state).map(({ from, to, card }) =>
        Decoration.replace({ widget: new CardWidget(card, queue), block: true }).range(from, to),
      ),
    ),
  )
}

/** Has fetched what the text has cards of, marks the selected one, and cancels all when the editor goes. */
function followCards(queue: CardQueue, news: Set<() => void>): Extension {
  return ViewPlugin.fromClass(
    class {
      readonly #tell: () => void

      constructor(view: EditorView) {
        this.#tell = () => view.dispatch({ effects: cardArrived.of(null) })
        news.add(this.#tell)
        queue.want(shownLines(view.state).map(({ card }) => card.url))
      }

      update({ startState, state, selectionSet, viewportChanged, view }: ViewUpdate): void {
        const isChanged = startState.field(cardsField) !== state.field(cardsField)
        if (isChanged) queue.want(shownLines(state).map(({ card }) => card.url))
        if (isChanged || selectionSet || viewportChanged) markSelected(view)
      }

      destroy(): void {
        news.delete(this.#tell)
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
 * Links that are pasted into an editor of Markdown become cards. The document holds their text alone: a bare URL on its
 * own line, or a `::link-card` where somebody changed one. Needs `history()` beside it, and link-cards.css.
 *
 * @param options.fetchPreview what a card shows of a page; the admin area is asked unless told otherwise
 */
export function linkCards({
  fetchPreview = askAdmin,
}: {
  fetchPreview?: FetchLinkCardPreview
} = {}): Extension {
  const news = new Set<() => void>()
  const queue: CardQueue = new PreviewQueue(fetchPreview, () => {
    for (const tell of news) tell()
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
    followCards(queue, news),
  ]
}
