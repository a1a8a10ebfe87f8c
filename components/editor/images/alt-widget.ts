import { type EditorView, WidgetType } from '@codemirror/view'
import { escapeAlt } from '@/components/admin/images/image-markdown'
import { askForAlt, stopAskingForAlt } from './alt-asked'
import { findAltRange } from './missing-alt'

/** A field for the missing alt text of an image, or a marker if the user has postponed it. */
export class AltWidget extends WidgetType {
  constructor(
    private readonly url: string,
    private readonly isAsking: boolean,
  ) {
    super()
  }

  override eq(other: AltWidget): boolean {
    return other.url === this.url && other.isAsking === this.isAsking
  }

  override toDOM(view: EditorView): HTMLElement {
    return this.isAsking ? fieldFor(view, this.url) : markFor(view, this.url)
  }
}

function button(label: string, act: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = label
  element.addEventListener('click', act)
  return element
}

function fieldFor(view: EditorView, url: string): HTMLElement {
  const box = document.createElement('span')
  box.className = 'cm-alt-field'
  box.dataset.url = url
  const input = document.createElement('input')
  input.placeholder = 'What does it show?'
  input.setAttribute('aria-label', 'Alternative text of the image')
  const save = () => writeAlt(view, box, input.value, url)
  const skip = () => {
    view.dispatch({ effects: stopAskingForAlt.of(url) })
    view.focus()
  }
  input.addEventListener('keydown', (event) => {
    const { key, isComposing } = event
    // Enter first ends an input method composition. Otherwise it would press the first button of
    // the surrounding form.
    const isEnter = key === 'Enter' && !isComposing
    if (isEnter) event.preventDefault()
    if (isEnter && save()) view.focus()
    if (key === 'Escape') skip()
  })
  // Saves on blur, too. Removing the field also fires `change`, in the middle of an editor update.
  input.addEventListener('change', () => queueMicrotask(save))
  box.append(input, button('Skip', skip))
  return box
}

/** Inserts the alt text into the image that ends at the field. Returns false if it is empty. */
function writeAlt(view: EditorView, box: HTMLElement, words: string, url: string): boolean {
  const alt = escapeAlt(words)
  if (alt === '' || !box.isConnected) return false
  const end = view.posAtDOM(box)
  const line = view.state.doc.lineAt(end)
  const range = findAltRange(line.text, end - line.from)
  if (!range) return false
  view.dispatch({
    changes: { from: line.from + range.from, to: line.from + range.to, insert: alt },
    effects: stopAskingForAlt.of(url),
    userEvent: 'input.alt',
  })
  return true
}

function markFor(view: EditorView, url: string): HTMLElement {
  const mark = button('No alternative text', () => {
    view.dispatch({ effects: askForAlt.of(url) })
    for (const box of view.dom.querySelectorAll<HTMLElement>('.cm-alt-field')) {
      if (box.dataset.url === url) box.querySelector('input')?.focus()
    }
  })
  mark.className = 'cm-alt-mark'
  return mark
}
