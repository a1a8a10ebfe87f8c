import { type EditorView, WidgetType } from '@codemirror/view'
import { type LinkCardText, writeCardLine } from '@/lib/markdown/card-line'
import type { CardQueue } from './card-services'
import { CardView } from './card-view'

/**
 * The fixed height of a card, as in link-cards.css. It avoids layout shift when the preview
 * arrives.
 */
const cardHeightPx = 224

/** Displays a card in place of its line. */
export class CardWidget extends WidgetType {
  constructor(
    private readonly card: LinkCardText,
    private readonly queue: CardQueue,
  ) {
    super()
  }

  override eq({ card, queue }: CardWidget): boolean {
    return queue === this.queue && writeCardLine(card) === writeCardLine(this.card)
  }

  override toDOM(view: EditorView): HTMLElement {
    return new CardView(view, this.queue, this.card).dom
  }

  override updateDOM(dom: HTMLElement): boolean {
    const view = CardView.of(dom)
    view?.show(this.card)
    return view !== undefined
  }

  override destroy(dom: HTMLElement): void {
    CardView.of(dom)?.destroy()
  }

  override get estimatedHeight(): number {
    return cardHeightPx
  }

  override ignoreEvent(): boolean {
    return true
  }
}
