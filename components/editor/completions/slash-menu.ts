import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { isInCode } from '@/components/editor/markdown/indent-code'
import { editorActions } from './editor-action'

/**
 * Completes `/` on an empty line with the available blocks. Choosing one replaces the typed query.
 */
export function slashMenu({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  if (
    !/^\s*\/[\p{L} ]*$/u.test(state.sliceDoc(line.from, pos)) ||
    line.to !== pos ||
    isInCode(state)
  )
    return null
  const slash = line.from + line.text.indexOf('/')
  const options = state.facet(editorActions).flatMap(({ only, label, run }, index): Completion[] =>
    only === 'toolbar'
      ? []
      : [
          {
            label,
            // Keeps the order of the actions instead of sorting by label.
            boost: -index,
            apply: (view, _, __, to) => {
              view.dispatch({ changes: { from: slash, to }, userEvent: 'delete' })
              run(view)
            },
          },
        ],
  )
  return { from: slash + 1, options, validFor: /^[\p{L} ]*$/u }
}
