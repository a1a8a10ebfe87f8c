import { EditorState, type Text, type Transaction } from '@codemirror/state'
import { isByHand, mapShown, selectedCard, selectWhole, shownLines } from './card-field'

const hasText = (doc: Text, number: number) =>
  number >= 1 && number <= doc.lines && doc.line(number).text.trim() !== ''

/** Returns the line breaks that keep a line apart from text that a change puts next to it. */
export function missingBreaks(transaction: Transaction, old: { from: number; to: number }) {
  const { newDoc, startState } = transaction
  const line = mapShown(transaction, old)
  if (!line) return []
  const isJoined = (step: number) =>
    hasText(newDoc, newDoc.lineAt(line.from).number + step) &&
    !hasText(startState.doc, startState.doc.lineAt(old.from).number + step)
  return [isJoined(-1) ? [line.from] : [], isJoined(1) ? [line.to] : []]
    .flat()
    .map((from) => ({ from, insert: '\n' }))
}

/**
 * Keeps blank lines around cards, because only a line between blank ones is a card. Separates text
 * typed next to a card. Deleting an adjacent blank line selects the card instead.
 */
export const keepApart = EditorState.transactionFilter.of((transaction) => {
  const isTyped = transaction.isUserEvent('input') && isByHand(transaction)
  if (!transaction.docChanged || !(isTyped || transaction.isUserEvent('delete'))) return transaction
  const joined = shownLines(transaction.startState)
    .map((old) => ({ old, changes: missingBreaks(transaction, old) }))
    .filter(({ changes }) => changes.length > 0)
  const [first] = joined
  if (!first) return transaction
  return isTyped || selectedCard(transaction.startState)
    ? [transaction, { changes: joined.flatMap(({ changes }) => changes), sequential: true }]
    : selectWhole(first.old)
})

/** Selects a card when the cursor reaches its edge, where a cursor cannot be placed. */
export const selectAtEdge = EditorState.transactionFilter.of((transaction) => {
  const { newSelection, startState } = transaction
  if (!transaction.selection || newSelection.ranges.length > 1 || !newSelection.main.empty)
    return transaction
  if (transaction.docChanged && !transaction.isUserEvent('delete')) return transaction
  const { head } = newSelection.main
  for (const line of shownLines(startState)) {
    const card = transaction.docChanged ? mapShown(transaction, line) : line
    if (card && card.from <= head && head <= card.to)
      return [transaction, { ...selectWhole(card), sequential: true }]
  }
  return transaction
})
