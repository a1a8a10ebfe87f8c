/** The result of an import, for the terminal and for `--report FILE`. */
export type ImportReport = {
  /** Slugs of the imported posts. */
  taken: string[]
  /** Number of unchanged posts and files. */
  unchanged: number
  /** Number of imported comments. */
  comments: number
  refused: { file: string; reason: string }[]
  /** Content of single posts that could not be kept. */
  lost: { post: string; what: string[] }[]
  /** Content of the whole blog that could not be kept. */
  lostByAll: string[]
  /** Links without a card. */
  unread: { url: string; reason: string }[]
}

export function emptyReport(): ImportReport {
  return { taken: [], unchanged: 0, comments: 0, refused: [], lost: [], lostByAll: [], unread: [] }
}

/** Returns the message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns the lines of the report, the summary last. */
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
    `${countOf(taken.length, 'post')} imported, ${unchanged} as they were, ${refused.length} ` +
      `not taken${comments > 0 ? `; ${countOf(comments, 'comment')} imported` : ''}.`,
  ]
}
