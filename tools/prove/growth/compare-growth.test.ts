import { expect, test } from 'vitest'
import { Findings } from '@/tools/prove/part'
import { compareGrowth, isRatio } from './compare-growth'
import { middlePlaceholders } from './middle-sample'
import { findMistakes, growingAddresses, timedReads } from './timed-routes'

const [longer = ''] = growingAddresses
const options = { slackMs: 2, comparesSizes: true }

/**
 * Returns the findings for an address with the given times and response sizes on a small and a
 * large blog.
 */
function compare(
  name: string,
  seed: [medianMs: number, bytes: number],
  grown: [medianMs: number, bytes: number],
): Findings {
  const findings = new Findings()
  const timed = ([medianMs, bytes]: [number, number]) => ({ medianMs, bytes })
  compareGrowth(findings, name, { seed: timed(seed), grown: timed(grown) }, options)
  return findings
}

test('allows 1.5 times the time, or an indistinguishable difference, for an equal response', () => {
  expect(compare('/', [10, 5_000], [15, 5_000]).late).toEqual([])
  expect(compare('/', [3, 5_000], [5, 5_000]).late).toEqual([])
  expect(compare('/', [10, 5_000], [16, 5_000]).late).toEqual([
    '/ took 1.60 × its time on the small blog (10.0 → 16.0 ms, 5.0 → 5.0 kB)',
  ])
})

test('does not excuse a slow response by an unexpected increase in size, and reports both', () => {
  const { late } = compare('/', [10, 5_000], [16, 10_000])
  expect(late).toEqual([
    expect.stringContaining('took 1.60 ×'),
    expect.stringContaining('returns more than on the small blog'),
  ])
})

test('ignores a few additional digits in the response size', () => {
  expect(compare('/', [10, 5_000], [10, 5_500]).late).toEqual([])
  expect(compare('/', [10, 100], [10, 200]).late).toEqual([])
})

test('scales the limit of responses that are known to grow, up to 1 s', () => {
  expect(compare(longer, [10, 5_000], [80, 50_000]).late).toEqual([])
  expect(compare(longer, [10, 5_000], [40, 10_000]).late).toEqual([
    expect.stringContaining('took 4.00 ×'),
  ])
  expect(compare(longer, [10, 5_000], [1_001, 5_000_000]).late).toEqual([
    `${longer} took 1001.0 ms`,
  ])
})

test('reports the measured ratio and the kind of response for every address', () => {
  expect(compare('/', [10, 5_000], [15, 5_000]).figures).toEqual({
    '/': { value: 1.5, unit: expect.stringMatching(isRatio.same), worse: 'higher' },
  })
  expect(compare(longer, [10, 5_000], [80, 50_000]).figures).toEqual({
    [longer]: { value: 8, unit: expect.stringMatching(isRatio.longer), worse: 'higher' },
  })
})

test('lists only timed addresses as growing', () => {
  const some = { slug: '', postId: 1, middle: 1, cursor: '', thread: 1, reply: 1 }
  const blog = {
    slug: '',
    tag: '',
    large: some,
    written: '',
    card: '',
    author: '',
    owner: '',
    previewKey: '',
    picture: '',
  }
  expect([...timedReads(blog, middlePlaceholders).keys()]).toEqual(
    expect.arrayContaining([...growingAddresses]),
  )
})

test('times each page and GET route; those with parameters name addresses or an exception', () => {
  expect(findMistakes()).toEqual([])
})
