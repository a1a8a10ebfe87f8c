import { completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, historyKeymap } from '@codemirror/commands'
import { searchKeymap } from '@codemirror/search'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { editorActions } from './completions/editor-action'
import { indentCode, outdentCode } from './markdown/indent-code'
import { indentList, outdentList } from './markdown/indent-list'
import { toNextCell, toPreviousCell } from './tables/move-in-table'

/** Time in milliseconds after Escape during which Tab leaves the editor. */
const leaveMs = 2_000

/** Listens to the DOM event, because a menu may handle Escape before the keymap sees it. */
const leaveAfterEscape = EditorView.domEventObservers({
  keydown: ({ key }, view) => {
    if (key === 'Escape') view.setTabFocusMode(leaveMs)
  },
})

/**
 * The keys of the editor. Tab is bound in tables, lists and code only. After Escape it leaves the
 * editor even there, to avoid a keyboard trap (WCAG 2.1.2).
 */
export function editorKeymap(): Extension {
  return [
    leaveAfterEscape,
    Prec.high(
      keymap.compute([editorActions], (state) =>
        state.facet(editorActions).flatMap(({ key, run }) => (key ? [{ key, run }] : [])),
      ),
    ),
    keymap.of([
      { key: 'Tab', run: toNextCell, shift: toPreviousCell },
      { key: 'Tab', run: indentCode, shift: outdentCode },
      { key: 'Tab', run: indentList, shift: outdentList },
      ...completionKeymap,
      ...historyKeymap,
      ...searchKeymap,
      ...defaultKeymap,
    ]),
  ]
}
