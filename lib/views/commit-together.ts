/**
 * Batches concurrent items: while one commit runs, further items are collected for the next one.
 * Each item resolves after its own commit. A single item is committed without delay.
 * @param commit returns one result per item, in their order; its errors reject all items of the
 * batch
 * @param itemsMax maximum number of items per commit
 */
export function commitTogether<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
  itemsMax: number,
) {
  let waiting: Item[] = []
  let results = Promise.resolve<Result[]>([])

  return async (item: Item): Promise<Result> => {
    if (waiting.length === itemsMax) waiting = []
    const batch = waiting
    const index = batch.push(item) - 1
    if (index === 0)
      results = results
        .catch(() => {})
        .then(() => {
          if (waiting === batch) waiting = []
          return commit(batch)
        })
    const result = (await results)[index]
    if (result === undefined) throw new Error('a commit must return a result for each item')
    return result
  }
}
