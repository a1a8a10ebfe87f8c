import 'server-only'
import { cache } from 'react'
import { getBlog } from './get-blog'

/** The language of the site whose thread is being rendered. React keeps one per render. */
const ofSite = cache((): { language?: string } => ({}))

/** Sets the language of the comments of a page. Call it before they are rendered. */
export function setContentLanguage(language: string): void {
  ofSite().language = language
}

/**
 * Returns the language of comments and dates as a BCP 47 tag: of the site whose thread is shown, or
 * of the blog. Calls within a render share one promise, so that a component can `use` it.
 */
export const contentLanguage: () => Promise<string> = cache(
  async () => ofSite().language ?? (await getBlog()).language,
)
