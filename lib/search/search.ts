/** Public entry point of the search: types and limits, safe to import in a browser. */

/** The maximum length of a query, in code points. */
export const searchLengthMax = 200

/** The maximum number of words and phrases in a query. Further terms are ignored. */
export const termsMax = 12

/** The number of posts on one page. */
export const hitsPerPage = 20

/**
 * The maximum number of matches that are counted, ranked and paged. If there are more, the newest
 * are used. Ranking a post reads all its words.
 */
export const rankedMax = 200

/** The maximum page number, which covers all ranked posts. */
export const pagesMax = rankedMax / hitsPerPage

/** A part of an excerpt; `is_marked` if it matches the query. */
export type ExcerptPart = { text: string; is_marked: boolean }

export type SearchHit = {
  slug: string
  title: ExcerptPart[]
  /** An excerpt around the first match. */
  excerpt: ExcerptPart[]
  tags: string[]
  /** The publication time in ISO 8601, in UTC. */
  published_at: string
}

/** One page of search results. */
export type SearchPage = {
  hits: SearchHit[]
  /** The number of matching posts on all pages. */
  count: number
  /** True if there are older matches, which are neither counted nor ranked. */
  has_older: boolean
  /** Similar words of posts, used because the typed words matched nothing; otherwise empty. */
  similar_words: string[]
}
