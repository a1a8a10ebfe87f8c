/** Calls a function for each item with limited concurrency. */
export async function forEachConcurrently<T>(
  many: Iterable<T>,
  width: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = many[Symbol.iterator]()
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
