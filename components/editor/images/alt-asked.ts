import { StateEffect, StateField } from '@codemirror/state'

export const askForAlt = StateEffect.define<string>()
export const stopAskingForAlt = StateEffect.define<string>()

/** The URLs of the images for which an alt text field is shown. */
export const altAsked = StateField.define<ReadonlySet<string>>({
  create: () => new Set(),
  update: (before, { effects }) => {
    if (!effects.some((effect) => effect.is(askForAlt) || effect.is(stopAskingForAlt)))
      return before
    const asked = new Set(before)
    for (const effect of effects) {
      if (effect.is(askForAlt)) asked.add(effect.value)
      if (effect.is(stopAskingForAlt)) asked.delete(effect.value)
    }
    return asked
  },
})
