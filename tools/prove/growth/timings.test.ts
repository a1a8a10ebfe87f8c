import { expect, test } from 'vitest'
import { alternate, Timings } from './timings'

function timings(...taken: [name: string, tookMs: number, bytes: number][]): Timings {
  const all = new Timings()
  for (const [name, tookMs, bytes] of taken) all.add(name, { tookMs, bytes })
  return all
}

test('reports the median time and the smallest size next to those of the other blog', () => {
  const one = timings(['/', 9, 30], ['/', 1, 20], ['/', 2, 10])
  const other = timings(['/', 4, 40])
  expect(one.beside(other)).toEqual(
    new Map([
      [
        '/',
        [
          { medianMs: 2, bytes: 10 },
          { medianMs: 4, bytes: 40 },
        ],
      ],
    ]),
  )
})

test('omits addresses that were requested from one blog only', () => {
  expect([
    ...timings(['/', 1, 1], ['/tags', 1, 1])
      .beside(timings(['/tags', 1, 1]))
      .keys(),
  ]).toEqual(['/tags'])
})

test('counts an empty response as one byte to avoid division by zero', () => {
  expect(
    timings(['/', 1, 0])
      .beside(timings(['/', 1, 0]))
      .get('/'),
  ).toEqual([
    { medianMs: 1, bytes: 1 },
    { medianMs: 1, bytes: 1 },
  ])
})

test('puts each blog second in half of the rounds', () => {
  expect([0, 1, 2, 3].map((round) => alternate('one', 'other', round)[1])).toEqual([
    'other',
    'one',
    'other',
    'one',
  ])
})
