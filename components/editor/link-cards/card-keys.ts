import { Prec } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { focusCard } from './card'
import { moveTo } from './card-actions'
import { selectedCard, selectWhole, shownLines } from './card-field'

/** Moves the cursor off a selected card; at either end of the text, to a new line. */
function leaveCard(view: EditorView, direction: 'before' | 'after'): boolean {
  const card = selectedCard(view.state)
  if (!card) return false
  const isBefore = direction === 'before'
  const edge = isBefore ? card.from : card.to
  if (edge === (isBefore ? 0 : view.state.doc.length))
    view.dispatch({
      changes: { from: edge, insert: '\n\n' },
      selection: { anchor: isBefore ? 0 : edge + 2 },
      userEvent: 'input',
    })
  else
    view.dispatch({
      selection: { anchor: edge + (isBefore ? -1 : 1) },
      userEvent: 'select',
      scrollIntoView: true,
    })
  return true
}

/** Selects a card when the cursor would move past it. CodeMirror only supports lines of text. */
function selectAdjacentCard(view: EditorView, forward: boolean): boolean {
  const { main, ranges } = view.state.selection
  if (!main.empty || ranges.length > 1) return false
  const { head } = view.moveVertically(main, forward)
  const cards = shownLines(view.state)
  const card = forward
    ? cards.find(({ from }) => from > main.head && from <= head)
    : cards.findLast(({ to }) => to < main.head && to >= head)
  if (card) view.dispatch(selectWhole(card))
  return card !== undefined
}

function move(view: EditorView, direction: 'up' | 'down'): boolean {
  const card = selectedCard(view.state)
  if (card) moveTo(view, card, direction)
  return card !== undefined
}

/** Moves focus from the selected card to its buttons. */
function focusCardButtons(view: EditorView): boolean {
  const card = selectedCard(view.state)
  return card !== undefined && focusCard(view, card.from, 'edit')
}

const bindings: KeyBinding[] = [
  { key: 'ArrowUp', run: (view) => leaveCard(view, 'before') || selectAdjacentCard(view, false) },
  { key: 'ArrowLeft', run: (view) => leaveCard(view, 'before') },
  { key: 'ArrowDown', run: (view) => leaveCard(view, 'after') || selectAdjacentCard(view, true) },
  { key: 'ArrowRight', run: (view) => leaveCard(view, 'after') },
  { key: 'Alt-ArrowUp', run: (view) => move(view, 'up') },
  { key: 'Alt-ArrowDown', run: (view) => move(view, 'down') },
  { key: 'Enter', run: focusCardButtons },
]

/** Inserts text typed on a selected card as a new paragraph below, instead of replacing it. */
const typeBeneath = EditorView.inputHandler.of((view, from, to, text) => {
  const card = selectedCard(view.state)
  if (!card || card.from !== from || card.to !== to) return false
  const insert = `\n\n${text}`
  view.dispatch({
    changes: { from: to, insert },
    selection: { anchor: to + insert.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  })
  return true
})

export const cardKeys = [Prec.highest(keymap.of(bindings)), typeBeneath]
