import { type Draft, isSameDraft } from './draft'

/** How many tries without an answer are remembered. */
const triesMax = 8

/** Drafts that were sent and not answered: the server may have them, and then they are to be known again as one’s own. */
export class InFlightSaves {
  private tries: Draft[] = []

  get isEmpty(): boolean {
    return this.tries.length === 0
  }

  add(draft: Draft): void {
    this.tries = [...this.tries, draft].slice(-triesMax)
  }

  forget(): void {
    this.tries = []
  }

  /** @returns the try that the server holds. Its slug proves nothing: the server makes that of the title. */
  find(held: Draft): Draft | undefined {
    return this.tries.find((sent) => isSameDraft({ ...sent, slug: held.slug }, held))
  }
}
