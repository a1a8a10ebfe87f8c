import { StateEffect, StateField, type Transaction } from '@codemirror/state'

/**
 * A placeholder for an image that is being uploaded. It is between characters, so that it is
 * neither saved nor part of the undo history.
 */
export type ImageSlot = {
  id: number
  at: number
  fileName: string
  state: { kind: 'sending'; share: number } | { kind: 'failed'; reason: string }
  /** True if another image of the same paste follows. */
  isFollowed: boolean
}

export const openSlot = StateEffect.define<ImageSlot>({
  map: (slot, changes) => ({ ...slot, at: changes.mapPos(slot.at, -1) }),
})
export const setSlotState = StateEffect.define<Pick<ImageSlot, 'id' | 'state'>>()
/** Removes a placeholder, when its image is inserted or cancelled. */
export const closeSlot = StateEffect.define<{ id: number }>()

/** All placeholders, in text order. */
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

/**
 * Moves placeholders with the text. Typed text goes behind a placeholder. An uploaded image goes
 * before the placeholders of images dropped after it.
 */
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
