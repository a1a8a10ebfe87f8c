import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { button, element } from '@/components/editor/element'
import { textsOf } from '@/components/editor/texts'
import { showCard, turnIntoLink } from './card-actions'
import { cardsField } from './card-field'
import type { CardLine } from './card-lines'

/** Explains that a line shown as text is a card on the page, with buttons to change that. */
class PlainAddressNote extends WidgetType {
  constructor(private readonly line: CardLine) {
    super()
  }

  override eq({ line }: PlainAddressNote): boolean {
    return line.from === this.line.from && line.card.url === this.line.card.url
  }

  override toDOM(view: EditorView): HTMLElement {
    const t = textsOf(view.state)
    return element(
      'span',
      { class: 'editor-card-note', title: t('cards.isCard') },
      button(t('cards.show'), () => showCard(view, this.line, true)),
      button(t('cards.toLink'), () => turnIntoLink(view, this.line, this.line.card.title ?? '')),
    )
  }
}

/** Shows the notes next to such lines, except the one being edited. */
export const plainAddressNotes = EditorView.decorations.compute(
  [cardsField, 'selection'],
  (state) => {
    const { head } = state.selection.main
    const plain = state
      .field(cardsField)
      .lines.filter(({ from, to, isShown }) => !isShown && (head < from || head > to))
    return Decoration.set(
      plain.map((line) =>
        Decoration.widget({ widget: new PlainAddressNote(line), side: 1 }).range(line.to),
      ),
    )
  },
)
