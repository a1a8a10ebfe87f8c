import { invertedEffects } from '@codemirror/commands'
import {
  type ChangeDesc,
  type EditorState,
  MapMode,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state'
import { type CardLine, findCardLines } from '@/components/editor/link-cards/model/find-card-lines'
import {
  invertShown,
  nextShown,
  type ShownCards,
  type ShowStep,
} from '@/components/editor/link-cards/model/shown-cards'

type Cards = { lines: readonly CardLine[]; shown: ShownCards }

const mapWith = (changes: ChangeDesc) => (position: number) =>
  changes.mapPos(position, 1, MapMode.TrackAfter) ?? undefined
const mapAll = (positions: readonly number[], changes: ChangeDesc) =>
  positions.flatMap((position) => mapWith(changes)(position) ?? [])

/** Shows lines as cards, or cards as lines, as an undoable step. */
export const setShown = StateEffect.define<ShowStep>({
  map: ({ show, hide }, changes) => ({ show: mapAll(show, changes), hide: mapAll(hide, changes) }),
})

/** The lines that are cards on the page, and those of them that are shown as cards here. */
export const cardsField = StateField.define<Cards>({
  create: ({ doc }) => {
    const lines = findCardLines(doc.iterLines())
    return { lines, shown: new Set(lines.map(({ from }) => from)) }
  },
  update: (before, transaction) => {
    const steps = transaction.effects.flatMap((effect) =>
      effect.is(setShown) ? [effect.value] : [],
    )
    if (!transaction.docChanged && steps.length === 0) return before
    const lines = transaction.docChanged
      ? findCardLines(transaction.newDoc.iterLines())
      : before.lines
    const step = {
      show: steps.flatMap(({ show }) => show),
      hide: steps.flatMap(({ hide }) => hide),
    }
    const mapPosition = mapWith(transaction.changes)
    return {
      lines,
      shown: nextShown({ before, lines, mapPosition, isByHand: isByHand(transaction), step }),
    }
  },
})

/** Returns whether a change is user input or undo, not the replacement by another version. */
export function isByHand(transaction: Transaction): boolean {
  const isHand = ['input', 'delete', 'undo', 'redo'].some((event) => transaction.isUserEvent(event))
  return isHand && !transaction.isUserEvent('input.replace')
}

/** Makes changes of cards undoable, with the text or as a step of their own. */
export const undoShown = invertedEffects.of((transaction) => {
  const [before, after] = [
    transaction.startState.field(cardsField),
    transaction.state.field(cardsField),
  ]
  if (before === after) return []
  const step = invertShown({ before, mapPosition: mapWith(transaction.changes) }, after.shown)
  return step ? [setShown.of(step)] : []
})

/** Returns the shown cards, in order. */
export function shownLines(state: EditorState): CardLine[] {
  const { lines, shown } = state.field(cardsField)
  return lines.filter(({ from }) => shown.has(from))
}

/** Returns the shown card whose line begins at a position. */
export function shownAt(state: EditorState, from: number): CardLine | undefined {
  return shownLines(state).find((line) => line.from === from)
}

/** Returns the selected card, if the selection is exactly one card. */
export function selectedCard(state: EditorState): CardLine | undefined {
  const { from, to, empty } = state.selection.main
  if (empty || state.selection.ranges.length > 1) return undefined
  return shownLines(state).find((line) => line.from === from && line.to === to)
}

/** Maps a shown card through a transaction; undefined if its line has changed. */
export function mapShown(transaction: Transaction, line: CardLine): CardLine | undefined {
  const from = mapWith(transaction.changes)(line.from)
  const length = line.to - line.from
  if (from === undefined || transaction.newDoc.lineAt(from).length !== length) return undefined
  return { ...line, from, to: from + length }
}
