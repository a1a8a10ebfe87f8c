import { EditorState, type Transaction } from '@codemirror/state'
import { isByHand, mapShown, selectedCard, selectWhole, shownLines } from './card-field'

const hasText = (text: string) => text.trim() !== ''

/** Returns the cards that a change joins to adjacent text, with the missing line breaks. */
function joinedCards(transaction: Transaction) {
  const { newDoc } = transaction
  return shownLines(transaction.startState).flatMap((old) => {
    const card = mapShown(transaction, old)
    if (!card) return []
    const { number } = newDoc.lineAt(card.from)
    const changes: { from: number; insert: string }[] = []
    if (number > 1 && hasText(newDoc.line(number - 1).text))
      changes.push({ from: card.from, insert: '\n' })
    if (number < newDoc.lines && hasText(newDoc.line(number + 1).text))
      changes.push({ from: card.to, insert: '\n' })
    return changes.length > 0 ? [{ old, changes }] : []
  })
}

/**
 * Keeps blank lines around cards, because only a line between blank ones is a card. Separates text
 * typed next to a card. Deleting an adjacent blank line selects the card instead.
 */
export const keepApart = EditorState.transactionFilter.of((transaction) => {
  const isTyped = transaction.isUserEvent('input') && isByHand(transaction)
  if (!transaction.docChanged || !(isTyped || transaction.isUserEvent('delete'))) return transaction
  const joined = joinedCards(transaction)
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
