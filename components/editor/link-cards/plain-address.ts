import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { element } from '@/components/editor/element'
import { showAsCard, turnIntoLink } from './card-actions'
import { cardsField } from './card-field'
import type { CardLine } from './card-lines'

/** Explains that a line shown as text is a card on the page, with buttons to change that. */
class PlainAddressNote extends WidgetType {
  constructor(private readonly line: CardLine) {
    super()
  }

  override eq({ line }: PlainAddressNote): boolean {
    return (
      line.from === this.line.from &&
      line.to === this.line.to &&
      line.card.url === this.line.card.url
    )
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = (text: string, run: () => void) => {
      const made = element('button', { type: 'button' }, text)
      made.addEventListener('mousedown', (event) => event.preventDefault())
      made.addEventListener('click', run)
      return made
    }
    return element(
      'span',
      {
        class: 'editor-card-note',
        title: 'A URL on a line of its own is shown as a card on the page.',
      },
      button('Show card', () => showAsCard(view, this.line)),
      button('Turn into a link', () => turnIntoLink(view, this.line, this.line.card.title ?? '')),
    )
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** Shows the notes next to such lines, except the one being edited. */
export const plainAddressNotes = EditorView.decorations.compute(
  [cardsField, 'selection'],
  (state) => {
    const { head } = state.selection.main
    const plain = state
      .field(cardsField)
      .filter(({ from, to, isShown }) => !isShown && (head < from || head > to))
    return Decoration.set(
      plain.map((line) =>
        Decoration.widget({ widget: new PlainAddressNote(line), side: 1 }).range(line.to),
      ),
    )
  },
)
