import { completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, historyKeymap } from '@codemirror/commands'
import { searchKeymap } from '@codemirror/search'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { editorActions } from './completions/editor-action'
import { indentCode, outdentCode } from './markdown/indent-code'
import { indentList, outdentList } from './markdown/indent-list'
import { toNextCell, toPreviousCell } from './tables/move-in-table'

/** How long after Escape a Tab leads out of the editor, in milliseconds. */
const leaveMs = 2_000

/** Whatever else Escape closes: where a menu takes it, the view itself would not see it. */
const leaveAfterEscape = EditorView.domEventObservers({
  keydown: ({ key }, view) => {
    if (key === 'Escape') view.setTabFocusMode(leaveMs)
  },
})

/**
 * The keys of the editor. Tab is taken in tables, lists and code alone, and after Escape it leads out of those, too: nobody
 * is kept in here (WCAG 2.1.2).
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
