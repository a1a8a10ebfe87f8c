/** What an import did, for the terminal and for `--report FILE`. */
export type ImportReport = {
  /** Slugs of the posts that were written. */
  taken: string[]
  /** Posts and files that were here already, as they are. */
  unchanged: number
  /** Comments that were written. */
  comments: number
  refused: { file: string; reason: string }[]
  /** What of a post could not be kept, in words. */
  lost: { post: string; what: string[] }[]
  /** What the blog as a whole loses, in words. */
  lostByAll: string[]
  /** Links without a card. */
  unread: { url: string; reason: string }[]
}

export function emptyReport(): ImportReport {
  return { taken: [], unchanged: 0, comments: 0, refused: [], lost: [], lostByAll: [], unread: [] }
}

/** The reason of a failure, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The report in lines, the sum last. */
export function describeReport({
  taken,
  unchanged,
  comments,
  refused,
  lost,
  lostByAll,
  unread,
}: ImportReport): string[] {
  return [
    ...refused.map(({ file, reason }) => `not taken: ${file}: ${reason}`),
    ...lost.flatMap(({ post, what }) => what.map((words) => `not kept: ${post}: ${words}`)),
    ...lostByAll.map((words) => `not kept: ${words}`),
    ...unread.map(({ url, reason }) => `no card for ${url}: ${reason}`),
    `${countOf(taken.length, 'post')} imported, ${unchanged} as they were, ${refused.length} not taken${comments > 0 ? `; ${countOf(comments, 'comment')} imported` : ''}.`,
  ]
}
