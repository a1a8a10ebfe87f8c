import { asNewClient } from '@/test/new-client'
import type { TestServer } from '@/tools/prove/machines/server'
import { sendRequest } from './send-request'

const windowMs = 60_000

type AllowedRequest = { from: number; to: number }

/** A client that sends requests to all servers and ignores the rate limit. */
export class FloodingClient {
  readonly #headers = asNewClient()
  /** The request and response times of each granted request. */
  readonly #granted: AllowedRequest[] = []
  #turn = 0
  rejected = 0

  constructor(
    private readonly servers: TestServer[],
    private readonly address: string,
    private readonly json?: unknown,
  ) {}

  /** Sends requests to the servers in turn, one after the other. */
  async sendRequests(times: number): Promise<void> {
    for (let n = 0; n < times; n++)
      await this.#sendOne(this.servers[this.#turn++ % this.servers.length])
  }

  /** Sends concurrent requests to one server. */
  async sendConcurrently(server: TestServer, times: number): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => this.#sendOne(server)))
  }

  async #sendOne(server: TestServer | undefined): Promise<void> {
    const from = performance.now()
    const { status } = await sendRequest(`${server?.url}${this.address}`, {
      headers: this.#headers,
      ...(this.json !== undefined && { json: this.json }),
    })
    if (status === 200 || status === 201) this.#granted.push({ from, to: performance.now() })
    else if (status === 429) this.rejected++
  }

  /**
   * Returns the most grants within any minute. Counts only requests that began and ended in it,
   * because the moment of counting is unknown.
   */
  maxGrantsPerMinute(): number {
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
