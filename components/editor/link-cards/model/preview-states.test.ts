import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fetchesMax,
  noPreviews,
  type PreviewCommand,
  type PreviewEvent,
  type Previews,
  stepPreviews,
} from './preview-states'

const urls = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const url = fc.constantFrom(...urls)
const event: fc.Arbitrary<PreviewEvent<string>> = fc.oneof(
  fc.record({ type: fc.constant('want'), urls: fc.subarray(urls) }),
  fc.record({ type: fc.constant('arrived'), url, preview: fc.string() }),
  fc.record({ type: fc.constant('failed'), url, reason: fc.string() }),
  fc.record({ type: fc.constant('again'), url }),
)

/** Returns the successive states of a URL. */
const stepOf = (previews: Previews<string>, url: string) => previews.states.get(url)?.step

type Scene = { running: Set<string>; isKnown: boolean; one: PreviewEvent<string> }

/** Executes commands and checks that they are allowed. */
function follow({ type, url }: PreviewCommand, { running, isKnown, one }: Scene): void {
  expect(running.has(url)).toBe(type === 'cancel')
  if (type === 'cancel') running.delete(url)
  if (type === 'cancel') return
  // A fetched preview is not fetched again without a request.
  if (isKnown) expect(one).toEqual({ type: 'again', url })
  running.add(url)
}

test('runs at most three wanted fetches, delays none needlessly and cancels the rest', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let previews: Previews<string> = noPreviews
      const running = new Set<string>()
      for (const one of events) {
        const before = previews
        const result = stepPreviews(previews, one)
        previews = result.previews
        if (one.type === 'arrived' || one.type === 'failed') running.delete(one.url)
        for (const command of result.commands)
          follow(command, { running, isKnown: stepOf(before, command.url) === 'done', one })
        const fetching = urls.filter((url) => stepOf(previews, url) === 'fetching')
        expect(fetching.sort()).toEqual([...running].sort())
        expect(running.size).toBeLessThanOrEqual(fetchesMax)
        for (const url of running) expect(previews.wanted.has(url)).toBe(true)
        for (const url of previews.wanted) expect(stepOf(previews, url)).toBeDefined()
        if (running.size < fetchesMax)
          expect([...previews.states.values()].some(({ step }) => step === 'waiting')).toBe(false)
      }
      expect(
        stepPreviews(previews, { type: 'want', urls: [] })
          .commands.map(({ type, url }) => [type, url])
          .sort(),
      ).toEqual([...running].sort().map((url) => ['cancel', url]))
    }),
    { numRuns: 2_000 },
  )
})

test('does not mutate the previous state', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      let previews: Previews<string> = noPreviews
      for (const one of events) {
        const copy = structuredClone(previews)
        const next = stepPreviews(previews, one).previews
        expect(previews).toEqual(copy)
        previews = next
      }
    }),
  )
})

test('keeps a preview after its card is removed, for when it returns', () => {
  const steps: PreviewEvent<string>[] = [
    { type: 'want', urls: ['a'] },
    { type: 'arrived', url: 'a', preview: 'A' },
    { type: 'want', urls: [] },
    { type: 'want', urls: ['a'] },
  ]
  const told = steps.reduce(
    (state, step) => ({ ...stepPreviews(state.previews, step) }),
    stepPreviews<string>(noPreviews, { type: 'want', urls: [] }),
  )
  expect(told.commands).toEqual([])
  expect(told.previews.states.get('a')).toEqual({ step: 'done', preview: 'A' })
})

test('keeps the preview and the error of a failed refresh until the next one', () => {
  let previews: Previews<string> = noPreviews
  const step = (one: PreviewEvent<string>) => {
    previews = stepPreviews(previews, one).previews
    return previews.states.get('a')
  }
  step({ type: 'want', urls: ['a'] })
  step({ type: 'arrived', url: 'a', preview: 'A' })
  expect(step({ type: 'again', url: 'a' })).toEqual({ step: 'fetching', anew: true, before: 'A' })
  expect(step({ type: 'failed', url: 'a', reason: 'away' })).toEqual({
    step: 'done',
    preview: 'A',
    failure: 'away',
  })
  // After undo and redo, it is the same card.
  step({ type: 'want', urls: [] })
  expect(step({ type: 'want', urls: ['a'] })).toEqual({
    step: 'done',
    preview: 'A',
    failure: 'away',
  })
  expect(step({ type: 'again', url: 'a' })).toEqual({ step: 'fetching', anew: true, before: 'A' })
  expect(step({ type: 'arrived', url: 'a', preview: 'B' })).toEqual({ step: 'done', preview: 'B' })
})
