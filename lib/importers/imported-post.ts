import { type Translate, translator } from '@/lib/i18n/translator'
import type { PostDraft } from '@/lib/importers/write-post'

/** A converted post of another blog. */
export type ForeignPost = {
  post: PostDraft
  /** Its address in the old blog; empty if the export has no comments. */
  address: string
  commentsClosed: boolean
  /** Descriptions of the data that could not be kept. */
  lost: string[]
}

/** A result of reading an export: a post, a refused post, or losses of the whole blog. */
export type ForeignFound = ForeignPost | { file: string; reason: string } | { lostByAll: string[] }

/** Thrown for a file that cannot be imported as a post; the message explains why to the author. */
export class NotAPost extends Error {
  override name = 'NotAPost'
}

/** Descriptions of the data that an import could not keep, each once with its count. */
export class Losses {
  readonly #text = translator('importLosses')
  readonly #counts = new Map<string, number>()

  note(...loss: Parameters<Translate<'importLosses'>>): void {
    const description = this.#text(...loss)
    this.#counts.set(description, (this.#counts.get(description) ?? 0) + 1)
  }

  /** Returns the descriptions in the order in which they were first recorded. */
  list(): string[] {
    return [...this.#counts].map(([description, count]) =>
      count === 1 ? description : `${description} (×${count})`,
    )
  }
}
