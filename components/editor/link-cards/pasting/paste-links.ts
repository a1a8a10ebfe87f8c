import { isolateHistory } from '@codemirror/commands'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { cardsField, setShown } from '@/components/editor/link-cards/card-field'
import { planPaste } from './plan-paste'

/** Inserts pasted URLs as text, and shows them as cards in a second, undoable step. */
function pasteUrls(view: EditorView, text: string, withShift: boolean): boolean {
  const plan = view.state.selection.ranges.length === 1 && planPaste(view.state, text, withShift)
  if (!plan) return false
  const { from, to, insert, cards, cursor } = plan
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: cursor },
    ...(cards.length > 0 && { annotations: isolateHistory.of('full') }),
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  const known = new Set(view.state.field(cardsField).lines.map((line) => line.from))
  const shown = cards.filter((card) => known.has(card))
  if (shown.length > 0)
    view.dispatch({
      effects: shown.map((card) => setShown.of({ from: card, isShown: true })),
      annotations: isolateHistory.of('full'),
      // A card is higher than its line, so this keeps the cursor below it in view.
      scrollIntoView: true,
    })
  return true
}

/** Handles pastes of URLs, and leaves other pastes to the next handler. */
export function pasteLinks(): Extension {
  let withShift = false
  return Prec.high(
    EditorView.domEventHandlers({
      keydown: ({ key, shiftKey }) => {
        // Shift+Insert is an ordinary paste.
        withShift = shiftKey && key !== 'Insert'
      },
      keyup: ({ key }) => {
        if (key === 'Shift') withShift = false
      },
      paste: (event, view) => {
        const { clipboardData } = event
        const text =
          clipboardData?.getData('text/plain') || clipboardData?.getData('text/uri-list') || ''
        const isPasted = pasteUrls(view, text, withShift)
        if (isPasted) event.preventDefault()
        return isPasted
      },
    }),
  )
}
