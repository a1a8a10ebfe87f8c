/** What of a post cannot be kept, in words, each once and with its number. */
export class Losses {
  readonly #counts = new Map<string, number>()

  note(words: string, times = 1): void {
    if (times > 0) this.#counts.set(words, (this.#counts.get(words) ?? 0) + times)
  }

  /** In the order they were first noted. */
  list(): string[] {
    return [...this.#counts].map(([words, count]) =>
      count === 1 ? words : `${words} (${count} times)`,
    )
  }
}
