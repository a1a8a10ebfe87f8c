import type { Clock } from './clock'
import type { Draft, Theirs } from './draft'
import type { KeptDraft } from './kept-draft'
import type { SaveAnswer, SaveRequest } from './save-answer'
import type { SavingState } from './saving-state'

/** All that a saver knows of the world. */
export type SaverPorts = {
  /** What is written now. Asked for when it is sent or kept, never at a key: a long post is long to read. */
  read: () => Draft
  /** Never throws: no answer is `away`. */
  send: (request: SaveRequest) => Promise<SaveAnswer>
  /** @returns whether this browser could keep it; undefined forgets what it kept */
  keep: (kept: KeptDraft | undefined) => boolean
  tell: (state: SavingState) => void
  /** What the server holds is one’s own after all: the try whose answer was lost, where it was one. */
  found?: (held: Theirs, sent: Draft | undefined) => void
  clock: Clock
}
