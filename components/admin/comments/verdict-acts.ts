/** The judgements of each act of this view of the page, the last one on top: what can be undone without looking for it. */
export class VerdictActs {
  #acts: number[][] = []

  get size(): number {
    return this.#acts.length
  }

  push(judgementIds: number[]): void {
    if (judgementIds.length > 0) this.#acts.push(judgementIds)
  }

  last(): number[] | undefined {
    return this.#acts.at(-1)
  }

  /** Forgets judgements wherever they stand: one undone by its own card is not undone once more. */
  drop(judgementIds: number[]): void {
    this.#acts = this.#acts.map((act) => act.filter((id) => !judgementIds.includes(id))).filter((act) => act.length > 0)
  }
}
