import { Facet } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Something a writer can have done, by a button, by a key or by the menu that `/` opens. */
export type EditorAction = {
  name: string
  label: string
  /** The path of its icon, drawn as a line in a square of 24. */
  icon: string
  run: (view: EditorView) => boolean
  /** As CodeMirror writes keys. */
  key?: string
  /** Where it is offered, unless it is by both: a block by the menu, what goes into a line by a button alone. */
  only?: 'toolbar' | 'menu'
}

/** All that can be done: the editor's own actions, and those that other extensions bring. */
export const editorActions = Facet.define<EditorAction, readonly EditorAction[]>({
  combine: (actions) => actions,
})
