/** The timing of saves, in milliseconds. */
export const saveTiming = {
  /** After the last keystroke. */
  pauseMs: 1_000,
  /** After the first unsaved keystroke, even during continuous typing. */
  everyMs: 2_000,
  /** After the first unsaved keystroke, until the draft is stored in this browser. */
  keepMs: 150,
  retryMs: 1_000,
  retryMsMax: 30_000,
}

/** Returns the delay in milliseconds after consecutive failures: doubled each time, up to 30 s. */
export function retryPause(failures: number): number {
  return Math.min(saveTiming.retryMsMax, saveTiming.retryMs * 2 ** (failures - 1))
}
