import { expect, test } from 'vitest'
import { PreviewQueue } from './preview-queue'

test('reports each fetched page once, after its state, but no failed fetches', async () => {
  const told: string[] = []
  const queue: PreviewQueue<string> = new PreviewQueue<string>(
    async (url, signal) => {
      await Promise.resolve()
      signal.throwIfAborted()
      if (url === 'b') throw new Error('away')
      return url
    },
    () => told.push(`${queue.stateOf('a').step} ${queue.stateOf('b').step}`),
  )
  queue.want(['a', 'b', 'c'])
  queue.want(['a', 'b'])
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/^done /)
  queue.close()
})
