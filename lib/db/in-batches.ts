import 'server-only'

/** Maximum number of rows that one statement changes, far below the query timeout. */
export const batchRows = 5_000

/** Repeats a statement until it changes fewer than `rows`, so that no run holds locks for long. */
export async function inBatches(
  statement: () => Promise<number>,
  rows = batchRows,
): Promise<number> {
  let total = 0
  for (;;) {
    const changed = await statement()
    total += changed
    if (changed < rows) return total
  }
}
