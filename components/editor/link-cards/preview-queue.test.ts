import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNightly } from '@/test/nightly'
import { fetchesMax, PreviewQueue } from './preview-queue'

const urls = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const url = fc.constantFrom(...urls)
const event = fc.oneof(
  fc.record({ type: fc.constant('want' as const), urls: fc.subarray(urls) }),
  fc.record({ type: fc.constant('arrive' as const), url, preview: fc.string() }),
  fc.record({ type: fc.constant('fail' as const), url }),
  fc.record({ type: fc.constant('again' as const), url }),
)

type Event = typeof event extends fc.Arbitrary<infer One> ? One : never

const settled = () => new Promise(setImmediate)

/** Returns a queue, with a map of its running fetches, which the test ends. */
function openQueue() {
  type Fetch = { anew: boolean; arrive: (preview: string) => void; fail: () => void }
  const running = new Map<string, Fetch>()
  const reported: string[] = []
  const queue = new PreviewQueue<string>(
    (url, signal, { anew }) =>
      new Promise((resolve, reject) => {
        expect(running.has(url)).toBe(false)
        running.set(url, { anew, arrive: resolve, fail: () => reject(new Error('unreachable')) })
        signal.addEventListener('abort', () => {
          running.delete(url)
          reject(signal.reason)
        })
      }),
    () => reported.push(urls.map((url) => queue.stateOf(url).step).join(' ')),
  )
  const end = async (url: string, preview?: string) => {
    const fetch = running.get(url)
    running.delete(url)
    if (preview === undefined) fetch?.fail()
    else fetch?.arrive(preview)
    await settled()
  }
  let urlsOfCards: string[] = []
  /**
   * Carries out an event and returns the URLs of the cards. Only the preview of a card can be
   * fetched again, with its button.
   */
  const carryOut = async (one: Event) => {
    if (one.type === 'want') {
      urlsOfCards = one.urls
      queue.want(urlsOfCards)
    } else if (one.type !== 'again')
      await end(one.url, one.type === 'arrive' ? one.preview : undefined)
    else if (urlsOfCards.includes(one.url)) queue.again(one.url)
    await settled()
    return urlsOfCards
  }
  return { queue, running, reported, end, carryOut }
}

test('runs at most three fetches, delays none needlessly and cancels obsolete ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
      const { queue, running, carryOut } = openQueue()
      const inStep = (step: string) => urls.filter((url) => queue.stateOf(url).step === step)
      for (const one of events) {
        const done = inStep('done')
        const urlsOfCards = await carryOut(one)
        const fetching = urlsOfCards.filter((url) => inStep('fetching').includes(url))
        expect(fetching).toEqual(expect.arrayContaining([...running.keys()]))
        expect(running.size).toBe(Math.min(fetching.length, fetchesMax))
        // A fetched preview is not fetched again without a request.
        for (const url of fetching)
          if (done.includes(url)) expect(one).toEqual({ type: 'again', url })
      }
      queue.close()
      await settled()
      expect(running.size).toBe(0)
    }),
    { numRuns: isNightly ? 500 : 100 },
  )
})

test('reports each fetched page once, after its state, but no failed fetches', async () => {
  const { queue, reported, end } = openQueue()
  queue.want(['a', 'b', 'c'])
  await settled()
  await end('a', 'A')
  await end('b')
  queue.want(['a', 'b'])
  await settled()
  expect(reported).toHaveLength(1)
  expect(reported[0]).toMatch(/^done fetching/)
})

test('keeps a preview after its card is removed, for when it returns', async () => {
  const { queue, running, end } = openQueue()
  queue.want(['a'])
  await settled()
  await end('a', 'A')
  queue.want([])
  queue.want(['a'])
  expect(running.size).toBe(0)
  expect(queue.stateOf('a')).toEqual({ step: 'done', preview: 'A' })
})

test('keeps the preview and the error of a failed refresh until the next one', async () => {
  const { queue, running, end } = openQueue()
  const failed = { step: 'done', preview: 'A', failure: 'unreachable' }
  queue.want(['a'])
  await settled()
  await end('a', 'A')
  queue.again('a')
  await settled()
  expect(running.get('a')?.anew).toBe(true)
  expect(queue.stateOf('a')).toEqual({ step: 'fetching', preview: 'A' })
  await end('a')
  expect(queue.stateOf('a')).toEqual(failed)
  // After undo and redo, it is the same card.
  queue.want([])
  queue.want(['a'])
  expect(queue.stateOf('a')).toEqual(failed)
  queue.again('a')
  await settled()
  await end('a', 'B')
  expect(queue.stateOf('a')).toEqual({ step: 'done', preview: 'B' })
})
