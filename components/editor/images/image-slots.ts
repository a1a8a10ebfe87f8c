import { StateEffect, StateField } from '@codemirror/state'

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
  update: (before, { changes, docChanged, effects }) => {
    // Typed text goes behind a placeholder. An uploaded image goes before the placeholders of
    // images dropped after it.
    const filled = effects.find((effect) => effect.is(closeSlot))?.value.id ?? Infinity
    let slots = before
    if (docChanged)
      slots = slots.map((slot) => ({
        ...slot,
        at: changes.mapPos(slot.at, slot.id > filled ? 1 : -1),
      }))
    for (const effect of effects) {
      if (effect.is(openSlot))
        slots = [...slots, effect.value].toSorted((a, b) => a.at - b.at || a.id - b.id)
      if (effect.is(closeSlot)) slots = slots.filter(({ id }) => id !== effect.value.id)
      if (effect.is(setSlotState))
        slots = slots.map((slot) =>
          slot.id === effect.value.id ? { ...slot, state: effect.value.state } : slot,
        )
    }
    return slots
  },
})
