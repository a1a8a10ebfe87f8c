/** Descriptions of the data that an import could not keep, each once with its count. */
export class Losses {
  readonly #counts = new Map<string, number>()

  note(words: string, times = 1): void {
    if (times > 0) this.#counts.set(words, (this.#counts.get(words) ?? 0) + times)
  }

  /** Returns the descriptions in the order in which they were first recorded. */
  list(): string[] {
    return [...this.#counts].map(([words, count]) =>
      count === 1 ? words : `${words} (${count} times)`,
    )
  }
}
