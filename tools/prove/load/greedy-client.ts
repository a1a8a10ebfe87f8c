import { asNewClient } from '@/test/new-client'
import type { ProvedServer } from '@/tools/prove/machines/server'
import { ask } from './ask'

const windowMs = 60_000

type Granted = { from: number; to: number }

/** One client that asks all servers, without regard to any limit. */
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

  /** Asks them in turns, one request after the other. */
  async ask(times: number): Promise<void> {
    for (let n = 0; n < times; n++)
      await this.#askOne(this.servers[this.#turn++ % this.servers.length])
  }

  /** Asks one of them so often at the same moment. */
  async askAtOnce(server: ProvedServer, times: number): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => this.#askOne(server)))
  }

  async #askOne(server: ProvedServer | undefined): Promise<void> {
    const from = performance.now()
    const { status } = await ask(`${server?.url}${this.address}`, {
      headers: this.#headers,
      ...(this.json !== undefined && { json: this.json }),
    })
    if (status === 200 || status === 201) this.#granted.push({ from, to: performance.now() })
    else if (status === 429) this.refused++
  }

  /** The most that were granted within any minute: whatever the moment at which each was counted, those that begin and end within it. */
  mostInAMinute(): number {
    return Math.max(
      0,
      ...this.#granted.map(
        ({ from }) =>
          this.#granted.filter((granted) => granted.from >= from && granted.to < from + windowMs)
            .length,
      ),
    )
  }
}
