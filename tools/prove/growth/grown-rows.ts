/** The number of rows by which a blog grows. */
export type Growth = { posts: number; comments: number; views: number }

/** The growth and the last used ids. New rows continue after them. */
export type Growing = Growth & { lastPost: number; lastComment: number; lastAddress: number }

/** Rows to add to a table. */
export type Grown = {
  table: string
  columns: string
  rows: number
  /**
   * Returns the SELECT statement for the rows.
   * @param numbers the FROM clause, with the row number `n` starting at 0
   */
  select: (numbers: string) => string
}

/** Comments of a post form groups of ten: three are replies to the first, and one is spam. */
export const commentsPerGroup = 10
export const commentsOfEach = ({ posts, comments }: Growth) =>
  Math.ceil(comments / posts / commentsPerGroup) * commentsPerGroup

/** One comment was posted every ten seconds until now. */
export const commentSeconds = 10
/** Returns the number of comments within a period in seconds. */
export const commentsWithin = ({ comments }: Growth, seconds: number) =>
  Math.min(comments, seconds / commentSeconds)
