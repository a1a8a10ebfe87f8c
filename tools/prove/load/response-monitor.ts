import type { Findings } from '@/tools/prove/part'
import { maxWaitMs } from './expect-recovery'
import type { LoadResponse } from './start-load'

const isWritten = ({ kind, status }: LoadResponse) => kind !== 'read' && status === 201

/** Receives every response of a load and records what the checks after a fault need. */
export class ResponseMonitor {
  readonly #waiting = new Set<(response: LoadResponse) => void>()
  readonly #strange = new Map<string, number>()
  slowestMs = 0

  /** @param isNormal returns true for responses that the part allows */
  constructor(private readonly isNormal: (response: LoadResponse) => boolean) {}

  readonly onResponse = (response: LoadResponse): void => {
    this.slowestMs = Math.max(this.slowestMs, response.tookMs)
    if (!this.isNormal(response)) {
      const description =
        `${response.kind} ${response.status} ${response.status === 0 ? response.text : ''}`.trim()
      this.#strange.set(description, (this.#strange.get(description) ?? 0) + 1)
    }
    for (const listener of this.#waiting) listener(response)
  }

  /**
   * Resolves with the milliseconds until the first write is acknowledged; Infinity if none is
   * within the time limit.
   */
  waitForWrite(): Promise<number> {
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const end = (ms: number) => {
        clearTimeout(timeout)
        this.#waiting.delete(listener)
        resolve(ms)
      }
      const listener = (response: LoadResponse) =>
        isWritten(response) && end(response.at - startedAt)
      const timeout = setTimeout(() => end(Number.POSITIVE_INFINITY), maxWaitMs)
      this.#waiting.add(listener)
    })
  }

  expectNoUnexpected(findings: Findings): void {
    const unexpected = [...this.#strange].map(([what, times]) => `${times} × ${what}`)
    findings.expect(unexpected.length === 0, `unexpected responses: ${unexpected.join(', ')}`)
  }
}
