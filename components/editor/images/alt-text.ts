import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, MatchDecorator, WidgetType } from '@codemirror/view'
import { escapeAlt } from '@/components/admin/images/image-markdown'
import { button, element } from '@/components/editor/element'
import { isInCode } from '@/components/editor/markdown/writing-commands'
import { textsOf } from '@/components/editor/texts'

/** Matches uploaded images without alt text (HTML, 4.8.4.4). The first group is the URL. */
export const missingAltPattern = () => /!\[\s*\]\((\/images\/[^\s()]+)(?:\s+"[^"\n]*")?\)/g

/** Finds the position of the missing alt text of the image that ends at `end`, if any. */
export function findAltRange(line: string, end: number): { from: number; to: number } | undefined {
  for (const { index, 0: image } of line.matchAll(missingAltPattern())) {
    if (index + image.length === end)
      return { from: index + '!['.length, to: index + image.indexOf('](') }
  }
  return undefined
}

/** Shows the alt text field of an image, or hides it. */
export const askForAlt = StateEffect.define<{ url: string; asks: boolean }>()

/** The URLs of the images for which an alt text field is shown. */
const altAsked = StateField.define<ReadonlySet<string>>({
  create: () => new Set(),
  update: (asked, { effects }) => {
    for (const effect of effects)
      if (effect.is(askForAlt)) {
        const others = [...asked].filter((url) => url !== effect.value.url)
        asked = new Set(effect.value.asks ? [...others, effect.value.url] : others)
      }
    return asked
  },
})

/** A field for the missing alt text of an image, or a marker if the user has postponed it. */
class AltWidget extends WidgetType {
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

function fieldFor(view: EditorView, url: string): HTMLElement {
  const t = textsOf(view.state)
  const input = element('input', {
    placeholder: t('images.alt.placeholder'),
    'aria-label': t('images.alt.label'),
  })
  const save = () => writeAlt(view, box, input.value, url)
  const skip = () => {
    view.dispatch({ effects: askForAlt.of({ url, asks: false }) })
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
  const box = element(
    'span',
    { class: 'cm-alt-field', 'data-url': url },
    input,
    button(t('images.alt.skip'), skip),
  )
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
    effects: askForAlt.of({ url, asks: false }),
    userEvent: 'input.alt',
  })
  return true
}

function markFor(view: EditorView, url: string): HTMLElement {
  const mark = button(textsOf(view.state)('images.alt.add'), () => {
    view.dispatch({ effects: askForAlt.of({ url, asks: true }) })
    for (const box of view.dom.querySelectorAll<HTMLElement>('.cm-alt-field')) {
      if (box.dataset.url === url) box.querySelector('input')?.focus()
    }
  })
  mark.className = 'cm-alt-mark'
  return mark
}

const marked = Decoration.mark({ class: 'cm-alt-missing' })

const decorator = new MatchDecorator({
  regexp: missingAltPattern(),
  decorate: (add, from, to, [, url = ''], view) => {
    // Within code, the image is only an example.
    if (isInCode(view.state, from, 1)) return
    add(from, to, marked)
    const widget = new AltWidget(url, view.state.field(altAsked).has(url))
    add(to, to, Decoration.widget({ widget, side: 1 }))
  },
})

/** Marks each visible image without alt text, and shows a field or a marker for it. */
export const altFields = [altAsked, EditorView.decorations.of((view) => decorator.createDeco(view))]
