import type { FieldError } from '@/lib/errors'
import type { Theirs } from './draft'

/** The state of the user's draft. */
export type SavingState =
  | { phase: 'saved' }
  | { phase: 'saving' }
  /** `isKept`: this browser stores the draft until the server responds again. */
  | { phase: 'offline'; isKept: boolean }
  | { phase: 'signed-out'; isKept: boolean }
  /** Another user or tab has saved. Nothing is sent until the user chooses. */
  | { phase: 'conflict'; theirs: Theirs; isKept: boolean }
  /** The server rejects the draft as it is. */
  | { phase: 'refused'; detail: string; errors: FieldError[] }

/** Describes the state for the status line and screen readers. */
export function describeSaving(state: SavingState): string {
  switch (state.phase) {
    case 'saved':
      return 'Saved'
    case 'saving':
      return 'Saving…'
    case 'offline':
      return state.isKept ? 'Offline – kept here' : 'Offline – leave this page open'
    case 'signed-out':
      return state.isKept ? 'Signed out – kept here' : 'Signed out – leave this page open'
    case 'conflict':
      return 'Changed elsewhere'
    case 'refused':
      return `Not saved: ${state.detail}`
  }
}
