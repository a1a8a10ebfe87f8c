import type { Clock } from './clock'
import { saveTiming } from './save-timing'

/** Hands a draft to the browser soon after it was changed: not at every key, for a long post takes a while to write down. */
export class DraftKeeper {
  /** Whether the browser could keep it when it was last asked. */
  isKept = true
  private cancel: (() => void) | undefined

  /** @param keep writes the draft down as it is then, and says whether that went well */
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
