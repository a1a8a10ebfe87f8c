import { type Draft, isSameDraft } from './draft'

/** Maximum number of unanswered attempts to remember. */
const attemptsMax = 8

/**
 * Drafts that were sent without a response. The server may have saved them, so they must be
 * recognized as the user's own.
 */
export class InFlightSaves {
  private attempts: Draft[] = []

  get isEmpty(): boolean {
    return this.attempts.length === 0
  }

  add(draft: Draft): void {
    this.attempts = [...this.attempts, draft].slice(-attemptsMax)
  }

  forget(): void {
    this.attempts = []
  }

  /**
   * Finds the attempt that the server has saved. Ignores the slug, because the server may derive it
   * from the title.
   */
  find(held: Draft): Draft | undefined {
    return this.attempts.find((sent) => isSameDraft({ ...sent, slug: held.slug }, held))
  }
}
