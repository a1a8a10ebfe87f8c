import type { SavingState } from './saving-state'

/** Holds the last reported state, and reports changes only. */
export class StatusNotifier {
  /** The state shown to the user. */
  now: SavingState = { phase: 'saved' }

  constructor(private readonly show: (state: SavingState) => void) {}

  tell(state: SavingState): void {
    if (state.phase === this.now.phase && (state.phase === 'saving' || state.phase === 'saved'))
      return
    this.now = state
    this.show(state)
  }

  /** Updates whether the draft is stored in this browser, if the shown state includes that. */
  setKept(isKept: boolean): void {
    if ('isKept' in this.now) this.tell({ ...this.now, isKept })
  }
}
