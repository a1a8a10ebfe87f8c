import type { Clock } from './clock'
import { retryPause, saveTiming } from './save-timing'

/**
 * Schedules saves: after a pause in typing, at intervals during continuous typing, and with
 * exponential backoff after failures.
 */
export class SaveSchedule {
  private firstUnsavedMs = 0
  private lastEditMs = 0
  private retryMs = 0
  private failures = 0
  private cancelNext = () => {}

  constructor(private readonly clock: Clock) {}

  /** True if the last attempt had no response. */
  get isFailing(): boolean {
    return this.failures > 0
  }

  /** @param isFirst whether all earlier edits are saved */
  typed(isFirst: boolean): void {
    this.lastEditMs = this.clock.now()
    if (isFirst) this.firstUnsavedMs = this.lastEditMs
  }

  /** Records that all edits until `sentMs` are saved. */
  savedUpTo(sentMs: number): void {
    this.firstUnsavedMs = sentMs
  }

  failed(): void {
    this.failures += 1
    this.retryMs = this.clock.now() + retryPause(this.failures)
  }

  answered(): void {
    this.failures = 0
  }

  /** Runs `work` when the next save is due. */
  plan(work: () => void): void {
    this.cancel()
    const due = this.isFailing
      ? this.retryMs
      : Math.min(this.lastEditMs + saveTiming.pauseMs, this.firstUnsavedMs + saveTiming.everyMs)
    this.cancelNext = this.clock.after(Math.max(0, due - this.clock.now()), work)
  }

  cancel(): void {
    this.cancelNext()
  }
}
