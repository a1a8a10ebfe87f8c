/** How large a blog grows. */
export type Growth = { posts: number; comments: number; views: number }

/** The same, with the last numbers that it has given out before: those that are added come after them. */
export type Growing = Growth & { lastPost: number; lastComment: number; lastAddress: number }

/** Rows that a table grows by. */
export type Grown = {
  table: string
  columns: string
  rows: number
  /** @param numbers of the rows, from 0 on: what `FROM` takes, with the number as `n` */
  select: (numbers: string) => string
}

/** Comments of a post. Of ten in a row three are replies to the first, and one is spam. */
export const inGroup = 10
export const commentsOfEach = ({ posts, comments }: Growth) =>
  Math.ceil(comments / posts / inGroup) * inGroup

/** Comments came one every ten seconds, the last just now. */
export const commentSeconds = 10
/** So many of them in a time. */
export const commentsWithin = ({ comments }: Growth, seconds: number) =>
  Math.min(comments, seconds / commentSeconds)
