/** When a draft is sent, in milliseconds. */
export const saveTiming = {
  /** After the last key: who pauses finds his words saved. */
  pauseMs: 1_000,
  /** Since the first key that is not saved: who never pauses, too. */
  everyMs: 2_000,
  /** Until this browser has what was typed. */
  keepMs: 150,
  retryMs: 1_000,
  retryMsMax: 30_000,
}

/** How long to wait after so many failures in a row, in milliseconds: twice as long each time, up to half a minute. */
export function retryPause(failures: number): number {
  return Math.min(saveTiming.retryMsMax, saveTiming.retryMs * 2 ** (failures - 1))
}
