import { type Draft, isSameDraft } from './draft'

/** Maximum number of unanswered attempts to remember. */
const triesMax = 8

/**
 * Drafts that were sent without a response. The server may have saved them, so they must be
 * recognized as the user's own.
 */
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

  /**
   * Finds the attempt that the server has saved. Ignores the slug, because the server may derive it
   * from the title.
   */
  find(held: Draft): Draft | undefined {
    return this.tries.find((sent) => isSameDraft({ ...sent, slug: held.slug }, held))
  }
}
