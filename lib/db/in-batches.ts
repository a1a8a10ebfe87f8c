import 'server-only'

/** Rows that one statement changes at most: far below what the database is waited for. */
export const batchRows = 5_000

/** Runs a statement that changes at most `batchRows` rows until nothing is left for it: no run takes a lock for long. */
export async function inBatches(statement: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const changed = await statement()
    total += changed
    if (changed < batchRows) return total
  }
}
