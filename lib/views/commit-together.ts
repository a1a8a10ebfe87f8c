type Waiting<Item, Answer> = {
  item: Item
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Lets what arrives at the same time be committed together: while one commit is under way the next items gather, and
 * each is answered when its own commit is done. A lone item waits for nothing.
 *
 * @param commit answers for each item, in their order; what it throws is thrown to all of them
 * @param itemsMax of one commit
 */
export function commitTogether<Item, Answer>(
  commit: (items: Item[]) => Promise<Answer[]>,
  itemsMax: number,
) {
  const waiting: Waiting<Item, Answer>[] = []
  let isCommitting = false

  const run = async (batch: Waiting<Item, Answer>[]) => {
    try {
      const answers = await commit(batch.map(({ item }) => item))
      if (answers.length !== batch.length)
        throw new Error('a commit must answer for each of its items')
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const drain = async () => {
    isCommitting = true
    while (waiting.length > 0) await run(waiting.splice(0, itemsMax))
    isCommitting = false
  }

  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isCommitting) void drain()
    })
}
