/**
 * The state of a settings form after a failed submission: its input and the error code. Initially
 * empty.
 */
export type RefusedSettings<Typed> = { typed?: Typed; fault?: string }
