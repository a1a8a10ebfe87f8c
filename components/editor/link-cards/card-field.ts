import { invertedEffects } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import {
  type ChangeDesc,
  type EditorState,
  MapMode,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state'
import { type CardLine, changesOneParagraph, findCardLines, parsedTree } from './card-lines'

/**
 * Not all possible cards are shown as cards: undo shows a card as text again, and a line that is
 * being typed is not a card yet.
 */
type ShownLine = CardLine & { isShown: boolean }

const mapStart = (changes: ChangeDesc, from: number) =>
  changes.mapPos(from, 1, MapMode.TrackAfter) ?? undefined

/** Shows the line at a position as a card, or the card as a line, as an undoable step. */
export const setShown = StateEffect.define<{ from: number; isShown: boolean }>({
  map: ({ from, isShown }, changes) => {
    const mapped = mapStart(changes, from)
    return mapped === undefined ? undefined : { from: mapped, isShown }
  },
})

/** The lines that are cards on the page, and the end of the text that was searched. */
export const cardsField = StateField.define<{ lines: readonly ShownLine[]; end: number }>({
  create: (state) => search(state, () => true),
  update: (before, transaction) => {
    const { changes, docChanged, effects, startState, state } = transaction
    const isParsed = syntaxTree(startState) !== syntaxTree(state)
    const setsShown = effects.some((effect) => effect.is(setShown))
    if (!docChanged && !isParsed && !setsShown) return before
    if (docChanged && !setsShown && changesOneParagraph(transaction)) {
      const lines = before.lines.map((line) => ({
        ...line,
        from: changes.mapPos(line.from),
        to: changes.mapPos(line.to),
      }))
      return { lines, end: state.doc.length }
    }
    const known = new Map<number, boolean>()
    for (const { from, isShown } of before.lines) {
      const mapped = mapStart(changes, from)
      if (mapped !== undefined) known.set(mapped, isShown || known.get(mapped) === true)
    }
    for (const effect of effects)
      if (effect.is(setShown)) known.set(effect.value.from, effect.value.isShown)
    const end = changes.mapPos(before.end)
    return search(state, (from) => known.get(from) ?? (!isByHand(transaction) || from > end))
  },
})

function search(state: EditorState, isShown: (from: number) => boolean) {
  const tree = parsedTree(state)
  const lines = findCardLines(state, tree).map((line) => ({ ...line, isShown: isShown(line.from) }))
  return { lines, end: tree.length }
}

/** Returns whether a change is user input or undo, not the replacement by another version. */
export function isByHand(transaction: Transaction): boolean {
  const isHand = ['input', 'delete', 'undo', 'redo'].some((event) => transaction.isUserEvent(event))
  return isHand && !transaction.isUserEvent('input.replace')
}

/** Makes changes of cards undoable, with the text or as a separate step. */
export const undoShown = invertedEffects.of(({ changes, startState, state }) => {
  const before = startState.field(cardsField).lines
  const after = state.field(cardsField).lines
  if (before === after) return []
  const shown = new Set(after.filter(({ isShown }) => isShown).map(({ from }) => from))
  return before.flatMap(({ from, isShown }) => {
    const mapped = mapStart(changes, from)
    const isShownAfter = mapped !== undefined && shown.has(mapped)
    return isShown === isShownAfter ? [] : [setShown.of({ from, isShown })]
  })
})

export function shownLines(state: EditorState): CardLine[] {
  return state.field(cardsField).lines.filter(({ isShown }) => isShown)
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

/** Returns the change of the selection to a whole card. */
export const selectWhole = ({ from, to }: CardLine) => ({
  selection: { anchor: from, head: to },
  userEvent: 'select',
  scrollIntoView: true,
})

/** Maps a card or figure through a transaction; undefined if its line has changed. */
export function mapShown<Line extends { from: number; to: number }>(
  transaction: Transaction,
  line: Line,
): Line | undefined {
  const from = mapStart(transaction.changes, line.from)
  const length = line.to - line.from
  if (from === undefined || transaction.newDoc.lineAt(from).length !== length) return undefined
  return { ...line, from, to: from + length }
}
