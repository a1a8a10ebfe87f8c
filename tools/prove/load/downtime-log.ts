import type { HttpResult } from './send-request'

/** The statuses of a killed server, and of nginx in front of it. */
const cutStatuses = [0, 502, 504]

/**
 * Records which servers are down and when they restarted, so that responses broken in the meantime
 * are excused.
 */
export class DowntimeLog {
  readonly #backAt = new Map<string, number>()

  markDown(url: string): void {
    this.#backAt.set(url, Number.POSITIVE_INFINITY)
  }

  markUp(url: string): void {
    this.#backAt.set(url, performance.now())
  }

  /**
   * Returns true if a server was down at some time since then.
   * @param since a value of `performance.now()`
   * @param url of the server; any server if omitted
   */
  wasDown(since: number, url?: string): boolean {
    const backAt =
      url === undefined
        ? [...this.#backAt.values()]
        : [this.#backAt.get(url) ?? Number.NEGATIVE_INFINITY]
    return backAt.some((at) => at >= since)
  }

  /**
   * Returns true if a response may have failed because a server was down during the request.
   * @param startedAt when it was sent, a value of `performance.now()`
   * @param url of the requested server; any server if omitted
   */
  explain({ status }: Pick<HttpResult, 'status'>, startedAt: number, url?: string): boolean {
    return cutStatuses.includes(status) && this.wasDown(startedAt, url)
  }
}
