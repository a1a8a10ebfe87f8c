import type { FieldError } from '@/lib/errors'
import type { Theirs } from './draft'

/** Where the writer's words are. */
export type SavingState =
  | { phase: 'saved' }
  | { phase: 'saving' }
  /** `isKept`: this browser has them until the server answers again. */
  | { phase: 'offline'; isKept: boolean }
  | { phase: 'signed-out'; isKept: boolean }
  /** Somebody else saved first: nothing is sent until the writer has chosen. */
  | { phase: 'conflict'; theirs: Theirs; isKept: boolean }
  /** The server will not take what is written as it is. */
  | { phase: 'refused'; detail: string; errors: FieldError[] }

/** The state in words, as they are shown and read out. */
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
