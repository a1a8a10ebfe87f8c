import { type Extension, StateEffect } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view'
import { textsOf } from '@/components/editor/texts'
import { button, make } from '@/components/ui/make-element'
import { CardWidget } from './card'
import { showCard, turnIntoLink } from './card-actions'
import { cardsField, selectedCard, shownLines, undoShown } from './card-field'
import { cardKeys } from './card-keys'
import type { CardLine } from './card-lines'
import { keepApart, selectAtEdge } from './keep-apart'
import { pasteLinks } from './paste-links'
import { fetchPreview, PreviewQueue } from './preview-queue'

/** Dispatched when a preview arrives, so that other views of the text can show its card. */
export const cardArrived = StateEffect.define<null>()

/** Explains that a line shown as text is a card on the page, with buttons to change that. */
class PlainUrlNote extends WidgetType {
  constructor(private readonly line: CardLine) {
    super()
  }

  override eq({ line }: PlainUrlNote): boolean {
    return line.from === this.line.from && line.card.url === this.line.card.url
  }

  override toDOM(view: EditorView): HTMLElement {
    const t = textsOf(view.state)
    return make(
      'span',
      { class: 'editor-card-note', title: t('cards.isCard') },
      button(t('cards.show'), {}, () => showCard(view, this.line, true)),
      button(t('cards.toLink'), {}, () =>
        turnIntoLink(view, this.line, this.line.card.title ?? ''),
      ),
    )
  }
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
    pasteLinks(),
    EditorView.decorations.compute([cardsField, 'selection'], (state) => {
      const { head } = state.selection.main
      const selected = selectedCard(state)
      return Decoration.set(
        state.field(cardsField).lines.flatMap(({ isShown, ...line }) => {
          const { from, to, card } = line
          if (isShown) {
            const widget = new CardWidget(card, from === selected?.from, queue)
            return Decoration.replace({ widget, block: true }).range(from, to)
          }
          // A line being edited has no note.
          if (head >= from && head <= to) return []
          return Decoration.widget({ widget: new PlainUrlNote(line), side: 1 }).range(to)
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
