import { StateEffect, StateField, type Transaction } from '@codemirror/state'

/**
 * A place in the text that waits for an image: between characters, not a character itself, so that it is neither saved
 * nor undone.
 */
export type ImageSlot = {
  id: number
  at: number
  fileName: string
  state: { kind: 'sending'; share: number } | { kind: 'failed'; reason: string }
  /** Whether another image of the same paste stands behind it. */
  isFollowed: boolean
}

export const openSlot = StateEffect.define<ImageSlot>({
  map: (slot, changes) => ({ ...slot, at: changes.mapPos(slot.at, -1) }),
})
export const setSlotState = StateEffect.define<Pick<ImageSlot, 'id' | 'state'>>()
/** Its image has come, or is not wanted any more. */
export const closeSlot = StateEffect.define<{ id: number }>()

/** All places that wait, in the order of the text. */
export const imageSlots = StateField.define<ImageSlot[]>({
  create: () => [],
  update: (slots, transaction) => {
    if (!transaction.docChanged && transaction.effects.length === 0) return slots
    return transaction.effects.reduce(
      applyEffect,
      transaction.docChanged ? moveSlots(slots, transaction) : slots,
    )
  },
})

/** What is typed at a place stands behind it; an image that comes stands before the places of those that were dropped after it. */
function moveSlots(slots: ImageSlot[], { changes, effects }: Transaction): ImageSlot[] {
  if (slots.length === 0) return slots
  const filled = effects.find((effect) => effect.is(closeSlot))?.value.id
  return slots.map((slot) => ({
    ...slot,
    at: changes.mapPos(slot.at, filled !== undefined && slot.id > filled ? 1 : -1),
  }))
}

function applyEffect(slots: ImageSlot[], effect: StateEffect<unknown>): ImageSlot[] {
  if (effect.is(openSlot))
    return [...slots, effect.value].toSorted((a, b) => a.at - b.at || a.id - b.id)
  if (effect.is(closeSlot)) return slots.filter(({ id }) => id !== effect.value.id)
  if (effect.is(setSlotState))
    return slots.map((slot) =>
      slot.id === effect.value.id ? { ...slot, state: effect.value.state } : slot,
    )
  return slots
}
