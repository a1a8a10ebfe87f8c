import { syntaxTree } from '@codemirror/language'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { isInCode } from '@/components/editor/markdown/indent-code'
import { altAsked } from './alt-asked'
import { AltWidget } from './alt-widget'
import { missingAltPattern } from './missing-alt'

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
class AltFields {
  decorations: DecorationSet

  constructor(view: EditorView) {
    this.decorations = decorator.createDeco(view)
  }

  update(update: ViewUpdate): void {
    const { startState, state } = update
    const isSame =
      startState.field(altAsked) === state.field(altAsked) &&
      syntaxTree(startState) === syntaxTree(state)
    this.decorations = isSame
      ? decorator.updateDeco(update, this.decorations)
      : decorator.createDeco(update.view)
  }
}

export const altFields = [
  altAsked,
  ViewPlugin.fromClass(AltFields, { decorations: ({ decorations }) => decorations }),
]
