/** Public entry point of the search: types and limits, safe to import in a browser. */
export type { ExcerptPart, SearchHit, SearchPage } from '@/lib/client'

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
