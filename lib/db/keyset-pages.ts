import 'server-only'

/** The maximum number of rows that one statement reads. */
export const pageRows = 1_000

/**
 * Yields all rows of a table in pages of at most `rowsMax`, so that memory use is bounded.
 * @param read reads the page after a row, or the first page if there is no row
 */
export async function* keysetPages<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  rowsMax = pageRows,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < rowsMax) return
    last = rows.at(-1)
  }
}
