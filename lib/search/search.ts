/** The door of the search: shapes and limits, safe to import in a browser. */

/** Code points a search may have. */
export const searchLengthMax = 200

/** Words and phrases of one search that are looked for; those after them are not. */
export const termsMax = 12

/** Found posts on one page. */
export const hitsPerPage = 20

/** Of more found posts the newest so many are counted, ranked, and can be paged through: to rank one is to read all its words. */
export const rankedMax = 200

/** Pages that can be asked for: all that is ranked. */
export const pagesMax = rankedMax / hitsPerPage

/** Words of an excerpt; `is_marked` where they were searched for. */
export type ExcerptPart = { text: string; is_marked: boolean }

/** A found post. */
export type SearchHit = {
  slug: string
  title: ExcerptPart[]
  /** A few words around the first place where the searched ones stand. */
  excerpt: ExcerptPart[]
  tags: string[]
  /** ISO 8601, in UTC. */
  published_at: string
}

/** One page of what a search found. */
export type SearchPage = {
  hits: SearchHit[]
  /** Posts found, on all pages. */
  count: number
  /** Whether older posts have it, too: they are neither counted nor ranked. */
  has_older: boolean
  /** Words that stand in posts, searched for because nothing was found for those that were typed; otherwise empty. */
  similar_words: string[]
}
