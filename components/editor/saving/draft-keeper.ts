import type { Clock } from './clock'
import { saveTiming } from './save-timing'

/**
 * Stores a draft in the browser shortly after a change. It does not store every keystroke, because
 * serializing a long post takes a while.
 */
export class DraftKeeper {
  /** True if the last attempt to store succeeded. */
  isKept = true
  private cancel: (() => void) | undefined

  /** @param keep stores the current draft, and returns whether that succeeded */
  constructor(
    private readonly clock: Clock,
    private readonly keep: () => boolean,
    private readonly tell: (isKept: boolean) => void,
  ) {}

  keepSoon(): void {
    this.cancel ??= this.clock.after(saveTiming.keepMs, () => this.keepNow())
  }

  keepNow(): void {
    this.stop()
    const wasKept = this.isKept
    this.isKept = this.keep()
    if (this.isKept !== wasKept) this.tell(this.isKept)
  }

  stop(): void {
    this.cancel?.()
    this.cancel = undefined
  }
}
