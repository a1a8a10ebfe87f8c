/** What a form of the settings is shown with again: what was typed, and the word for what was wrong with it. Empty at first. */
export type RefusedSettings<Typed> = { typed?: Typed; fault?: string }
