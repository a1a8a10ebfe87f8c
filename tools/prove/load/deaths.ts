import type { Answer } from './ask'

/** Of whoever is killed, and of nginx that asked him. */
const cutStatuses = [0, 502, 504]

/** Which of several servers are dead, and until when they were: what breaks off then is not held against them. */
export class Deaths {
  readonly #backAt = new Map<string, number>()

  died(url: string): void {
    this.#backAt.set(url, Number.POSITIVE_INFINITY)
  }

  cameBack(url: string): void {
    this.#backAt.set(url, performance.now())
  }

  /**
   * Whether one was dead at some time since then.
   *
   * @param since of `performance.now()`
   * @param url of the one that is meant; any of them, where none is named
   */
  wasDead(since: number, url?: string): boolean {
    const backAt =
      url === undefined
        ? [...this.#backAt.values()]
        : [this.#backAt.get(url) ?? Number.NEGATIVE_INFINITY]
    return backAt.some((at) => at >= since)
  }

  /**
   * Whether an answer may have broken off because a server was dead while it was under way.
   *
   * @param begun when it was asked for, of `performance.now()`
   * @param url of the server that was asked; any of them may have been, where none is named
   */
  explain({ status }: Pick<Answer, 'status'>, begun: number, url?: string): boolean {
    return cutStatuses.includes(status) && this.wasDead(begun, url)
  }
}
