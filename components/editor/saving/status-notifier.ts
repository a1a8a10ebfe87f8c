import type { SavingState } from './saving-state'

/** Where the writer's words are, as he was told last: told anew when that is another place. */
export class StatusNotifier {
  /** What he sees. */
  now: SavingState = { phase: 'saved' }

  constructor(private readonly show: (state: SavingState) => void) {}

  tell(state: SavingState): void {
    if (state.phase === this.now.phase && (state.phase === 'saving' || state.phase === 'saved'))
      return
    this.now = state
    this.show(state)
  }

  /** Whether this browser could keep them, where that is what he was told. */
  tellKept(isKept: boolean): void {
    if ('isKept' in this.now) this.tell({ ...this.now, isKept })
  }
}
