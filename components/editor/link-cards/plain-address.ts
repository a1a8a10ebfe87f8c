import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { element } from '@/components/editor/element'
import type { CardLine } from '@/components/editor/link-cards/model/find-card-lines'
import { showAsCard, turnIntoLink } from './card-actions'
import { cardsField } from './shown-field'

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
    const { lines, shown } = state.field(cardsField)
    const { head } = state.selection.main
    const plain = lines.filter(
      (line) => !shown.has(line.from) && (head < line.from || head > line.to),
    )
    return Decoration.set(
      plain.map((line) =>
        Decoration.widget({ widget: new PlainAddressNote(line), side: 1 }).range(line.to),
      ),
    )
  },
)
