import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state'
import { isByHand, mapShown, selectedCard, shownLines } from './card-field'
import type { CardLine } from './card-lines'

const hasText = (text: string) => text.trim() !== ''

/** Returns the cards whose line, or an adjacent line, is changed. */
function touchedCards({ startState: { doc }, startState, changes }: Transaction): CardLine[] {
  let [from, to] = [doc.length, 0]
  changes.iterChangedRanges((fromA, toA) => {
    from = Math.min(from, doc.lineAt(fromA).from - 1)
    to = Math.max(to, doc.lineAt(toA).to + 1)
  })
  return shownLines(startState).filter((line) => line.to >= from && line.from <= to)
}

/** Returns the line breaks missing between cards and adjacent text. */
function missingBreaks(transaction: Transaction): {
  changes: { from: number; insert: string }[]
  cards: CardLine[]
} {
  const { newDoc } = transaction
  const changes: { from: number; insert: string }[] = []
  const cards: CardLine[] = []
  for (const touched of touchedCards(transaction)) {
    const card = mapShown(transaction, touched)
    if (!card) continue
    const { number } = newDoc.lineAt(card.from)
    const isBelowWords = number > 1 && hasText(newDoc.line(number - 1).text)
    const isAboveWords = number < newDoc.lines && hasText(newDoc.line(number + 1).text)
    if (isBelowWords) changes.push({ from: card.from, insert: '\n' })
    if (isAboveWords) changes.push({ from: card.to, insert: '\n' })
    if (isBelowWords || isAboveWords) cards.push(card)
  }
  return { changes, cards }
}

/**
 * Keeps blank lines around cards, because only a line between blank ones is a card. Separates text
 * typed next to a card. Deleting an adjacent blank line selects the card instead.
 */
export const keepApart = EditorState.transactionFilter.of((transaction) => {
  const isTyped = transaction.isUserEvent('input') && isByHand(transaction)
  if (!transaction.docChanged || !(isTyped || transaction.isUserEvent('delete'))) return transaction
  const { changes, cards } = missingBreaks(transaction)
  const [card] = cards
  if (!card) return transaction
  if (isTyped) return [transaction, { changes, sequential: true }]
  const old = touchedCards(transaction).find(
    (line) => mapShown(transaction, line)?.from === card.from,
  )
  return old && !selectedCard(transaction.startState)
    ? selectWhole(old)
    : [transaction, { changes, sequential: true }]
})

function selectWhole({ from, to }: CardLine): TransactionSpec {
  return { selection: { anchor: from, head: to }, userEvent: 'select' }
}

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
