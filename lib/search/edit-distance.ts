/**
 * How many letters were missed, added, changed or swapped with their neighbours between two words: their optimal string
 * alignment distance (Boytsov 2011, “Indexing methods for approximate dictionary searching”, 2.1).
 */
export function editDistance(one: string, other: string): number {
  const [from, to] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    for (const [column, against] of to.entries()) {
      const changed = (last[column] ?? 0) + (letter === against ? 0 : 1)
      const missed = Math.min(last[column + 1] ?? 0, current[column] ?? 0) + 1
      const isSwapped = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === against
      const swapped = isSwapped ? (beforeLast[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(changed, missed, swapped))
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
