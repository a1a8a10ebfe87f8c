import { Decoration, EditorView, MatchDecorator, WidgetType } from '@codemirror/view'
import { button } from '@/components/editor/element'
import { isInCode } from '@/components/editor/markdown/writing-commands'
import { textsOf } from '@/components/editor/texts'

/** Matches uploaded images without alt text (HTML, 4.8.4.4). */
export const missingAltPattern = () => /!\[\s*\]\(\/images\/[^\s()]+(?:\s+"[^"\n]*")?\)/g

/** A button after an image that moves the cursor to its missing alt text. */
class AddAltWidget extends WidgetType {
  /** @param length of the image in the text */
  constructor(private readonly length: number) {
    super()
  }

  override eq(other: AddAltWidget): boolean {
    return other.length === this.length
  }

  override toDOM(view: EditorView): HTMLElement {
    const add = () => {
      const anchor = view.posAtDOM(mark) - this.length + '!['.length
      view.dispatch({ selection: { anchor }, scrollIntoView: true })
      view.focus()
    }
    const mark = button(textsOf(view.state)('images.addAlt'), add, { class: 'cm-alt-mark' })
    return mark
  }
}

const marked = Decoration.mark({ class: 'cm-alt-missing' })

const decorator = new MatchDecorator({
  regexp: missingAltPattern(),
  decorate: (add, from, to, _, view) => {
    // Within code, the image is only an example.
    if (isInCode(view.state, from, 1)) return
    add(from, to, marked)
    add(to, to, Decoration.widget({ widget: new AddAltWidget(to - from), side: 1 }))
  },
})

/** Marks each visible image without alt text. */
export const altMarks = EditorView.decorations.of((view) => decorator.createDeco(view))
