import type { Clock } from './clock'
import type { Draft, Theirs } from './draft'
import type { KeptDraft } from './kept-draft'
import type { SaveAnswer, SaveRequest } from './save-answer'
import type { SavingState } from './saving-state'

/** The dependencies of a saver. */
export type SaverPorts = {
  /**
   * Returns the current draft. Called to send or store it, not on each keystroke, because reading a
   * long post is slow.
   */
  read: () => Draft
  /** Never throws: a missing response is `away`. */
  send: (request: SaveRequest) => Promise<SaveAnswer>
  /**
   * Stores a draft in this browser; undefined deletes it.
   * @returns whether that succeeded
   */
  keep: (kept: KeptDraft | undefined) => boolean
  tell: (state: SavingState) => void
  /**
   * Called when the version on the server is the user's own, with the attempt whose response was
   * lost, if any.
   */
  found?: (held: Theirs, sent: Draft | undefined) => void
  clock: Clock
}
