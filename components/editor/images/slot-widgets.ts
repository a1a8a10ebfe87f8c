import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { imageSender } from './image-sender'
import { type ImageSlot, imageSlots } from './image-slots'

/** The placeholder of an image: its progress, or the error with a retry button. */
class SlotWidget extends WidgetType {
  constructor(private readonly slot: ImageSlot) {
    super()
  }

  override eq({ slot }: SlotWidget): boolean {
    return slot.id === this.slot.id && slot.state === this.slot.state
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('span')
    this.#fill(box, view)
    return box
  }

  override updateDOM(box: HTMLElement, view: EditorView): boolean {
    // Reusing another placeholder's element would make screen readers announce a change.
    if (box.dataset.slot !== String(this.slot.id)) return false
    this.#fill(box, view)
    return true
  }

  #fill(box: HTMLElement, view: EditorView): void {
    const { id, fileName, state } = this.slot
    const isSending = state.kind === 'sending'
    box.className = isSending ? 'cm-image-slot' : 'cm-image-slot cm-image-failed'
    box.dataset.slot = String(id)
    box.setAttribute('role', isSending ? 'status' : 'alert')
    const label = document.createElement('span')
    label.textContent = isSending
      ? `${fileName}: ${wordsOf(state.share)}`
      : `${fileName}: ${state.reason}`
    const act = (label: string, work: () => void) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = label
      button.setAttribute('aria-label', `${label} ${fileName}`)
      button.addEventListener('click', work)
      return button
    }
    const sender = () => view.plugin(imageSender)
    const remove = act(isSending ? 'Cancel' : 'Remove', () => sender()?.remove(id))
    box.replaceChildren(
      label,
      ...(isSending ? [] : [act('Retry', () => sender()?.retry(id))]),
      remove,
    )
  }
}

function wordsOf(share: number): string {
  if (share === 0) return 'waiting'
  return share < 1 ? `${Math.round(share * 100)} % sent` : 'being drawn'
}

/** Displays the placeholders. */
export const slotWidgets = [
  imageSlots,
  EditorView.decorations.compute([imageSlots], (state) =>
    Decoration.set(
      state
        .field(imageSlots)
        .map((slot) =>
          Decoration.widget({ widget: new SlotWidget(slot), side: -1 }).range(slot.at),
        ),
      true,
    ),
  ),
]
