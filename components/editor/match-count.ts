import { getSearchQuery } from '@codemirror/search'
import { EditorView } from '@codemirror/view'
import { make } from '@/components/ui/make-element'
import { textsOf } from './texts'

/** Shows the number of matches in the search panel, and which of them is selected. */
export const matchCount = EditorView.updateListener.of(({ view, state, transactions }) => {
  const panel = view.dom.querySelector('.cm-search')
  if (!panel || transactions.length === 0) return
  const output = panel.querySelector('output') ?? panel.appendChild(make('output'))
  const query = getSearchQuery(state)
  const cursor = query.valid ? query.getCursor(state) : undefined
  const { from, to } = state.selection.main
  let total = 0
  let current = 0
  for (let match = cursor?.next(); match && !match.done; match = cursor?.next()) {
    total++
    if (match.value.from === from && match.value.to === to) current = total
  }
  output.textContent = query.valid ? textsOf(state)('search.matches', { current, total }) : ''
})
