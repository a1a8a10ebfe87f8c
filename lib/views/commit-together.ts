type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Batches concurrent items: while one commit runs, further items are collected for the next one.
 * Each item resolves after its own commit. A single item is committed without delay.
 *
 * @param commit returns one result per item, in their order; its errors reject all items of the
 * batch
 * @param itemsMax maximum number of items per commit
 */
export function commitTogether<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
  itemsMax: number,
) {
  const waiting: Waiting<Item, Result>[] = []
  let isCommitting = false

  const run = async (batch: Waiting<Item, Result>[]) => {
    try {
      const results = await commit(batch.map(({ item }) => item))
      if (results.length !== batch.length)
        throw new Error('a commit must answer for each of its items')
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const drain = async () => {
    isCommitting = true
    while (waiting.length > 0) await run(waiting.splice(0, itemsMax))
    isCommitting = false
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isCommitting) void drain()
    })
}
