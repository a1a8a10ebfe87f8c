import type { Clock } from './clock'
import { retryPause, saveTiming } from './save-timing'

/** When a draft is sent next: soon after the last key, now and then for who never pauses, ever later for what fails. */
export class SaveSchedule {
  private firstUnsavedMs = 0
  private lastEditMs = 0
  private retryMs = 0
  private failures = 0
  private cancelNext = () => {}

  constructor(private readonly clock: Clock) {}

  /** Whether the last try was not answered. */
  get isFailing(): boolean {
    return this.failures > 0
  }

  /** @param isFirst whether all that was typed before is saved */
  typed(isFirst: boolean): void {
    this.lastEditMs = this.clock.now()
    if (isFirst) this.firstUnsavedMs = this.lastEditMs
  }

  /** What is not saved yet was typed since then. */
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

  /** Does it when it is due. */
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
