import { Facet } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** A command that is available as a button, as a key or in the `/` menu. */
export type EditorAction = {
  name: string
  label: string
  /** The path data of its icon: strokes in a 24 × 24 view box. */
  icon: string
  run: (view: EditorView) => boolean
  /** The key in CodeMirror notation. */
  key?: string
  /** Limits the command to one place. By default it is in both the toolbar and the menu. */
  only?: 'toolbar' | 'menu'
}

/** All commands: those of the editor itself and those of its extensions. */
export const editorActions = Facet.define<EditorAction, readonly EditorAction[]>({
  combine: (actions) => actions,
})
