/**
 * Batches concurrent items: while one commit runs, further items are collected for the next one.
 * Each item resolves after its own commit. A single item is committed without delay.
 * @param commit returns one result per item, in their order; its errors reject all items of the
 * batch
 */
export function commitTogether<Item, Result>(commit: (items: Item[]) => Promise<Result[]>) {
  let waiting: Item[] = []
  let results = Promise.resolve<Result[]>([])

  return async (item: Item): Promise<Result> => {
    const index = waiting.push(item) - 1
    if (index === 0)
      results = results
        .catch(() => {})
        .then(() => {
          const batch = waiting
          waiting = []
          return commit(batch)
        })
    const result = (await results)[index]
    if (result === undefined) throw new Error('a commit must return a result for each item')
    return result
  }
}
