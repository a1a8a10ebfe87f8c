import { asNewClient } from '@/lib/testing/new-client'
import { ask } from './ask'
import type { ProvedServer } from './server'

const windowMs = 60_000

type Granted = { from: number; to: number; while: string }

/** One client that asks all servers in turns, without regard to any limit. */
export class GreedyClient {
  readonly #headers = asNewClient()
  /** When each that was granted was asked for, and answered. */
  readonly #granted: Granted[] = []
  #turn = 0
  refused = 0

  constructor(
    private readonly servers: ProvedServer[],
    private readonly address: string,
    private readonly json?: unknown,
  ) {}

  /** @param during what is the case meanwhile: grants are counted apart by it */
  async ask(times: number, during: string): Promise<void> {
    for (let n = 0; n < times; n++) {
      const from = performance.now()
      const url = `${this.servers[this.#turn++ % this.servers.length]?.url}${this.address}`
      const { status } = await ask(url, { headers: this.#headers, ...(this.json !== undefined && { json: this.json }) })
      if (status === 200 || status === 201) this.#granted.push({ from, to: performance.now(), while: during })
      else if (status === 429) this.refused++
    }
  }

  /** The most that were granted within any minute: whatever the moment at which each was counted, those that begin and end within it. */
  mostInAMinute(during?: string): number {
    const counted = this.#granted.filter((granted) => during === undefined || granted.while === during)
    return Math.max(
      0,
      ...counted.map(({ from }) => counted.filter((granted) => granted.from >= from && granted.to < from + windowMs).length),
    )
  }
}
