import { expect, test } from 'vitest'
import { continueVisit, countNew, isNewSince, retryAfterMs } from './return-visits'

const minutesMs = 60_000
const seen = (minutes: number, count: number) => ({ at: minutes * minutesMs, count })

test('compares the first visit with itself, so that nothing is new', () => {
  const visit = continueVisit(undefined, 'hello', seen(0, 7))
  expect(visit).toEqual({ slug: 'hello', last: seen(0, 7), before: seen(0, 7) })
  expect(countNew(visit, 0, 7)).toBe(0)
})

test('compares a visit with the end of the previous one, even after a reload', () => {
  const first = continueVisit(undefined, 'hello', seen(0, 7))
  const second = continueVisit(first, 'hello', seen(30, 9))
  expect(second).toMatchObject({ last: seen(30, 9), before: seen(0, 7) })
  const reloaded = continueVisit(second, 'hello', seen(59, 10))
  expect(reloaded).toMatchObject({ last: seen(59, 10), before: seen(0, 7) })
  const third = continueVisit(reloaded, 'hello', seen(89, 10))
  expect(third).toMatchObject({ last: seen(89, 10), before: seen(59, 10) })
})

test('a comment that was approved after the visit is new, although it was written before', () => {
  const visit = { ...seen(30, 2), ids: ['1', '2'] }
  expect(isNewSince(visit, { id: '3', writtenAt: 29 * minutesMs })).toBe(true)
  expect(isNewSince(visit, { id: '2', writtenAt: 29 * minutesMs })).toBe(false)
  expect(isNewSince(visit, { id: '3', writtenAt: 31 * minutesMs })).toBe(true)
})

test('if a visit showed only part of a thread, the comments written since then are new', () => {
  expect(isNewSince(seen(30, 40), { id: '3', writtenAt: 29 * minutesMs })).toBe(false)
  expect(isNewSince(seen(30, 40), { id: '3', writtenAt: 31 * minutesMs })).toBe(true)
})

test('counts new comments that are on other pages of the thread', () => {
  const visit = { slug: 'hello', last: seen(60, 40), before: seen(0, 37) }
  expect(countNew(visit, 1, 25)).toBe(3)
})

test('counts the marked comments if the page shows the whole thread', () => {
  // One of three new comments is the reader's own.
  const visit = { slug: 'hello', last: seen(60, 10), before: seen(0, 7) }
  expect(countNew(visit, 2, 10)).toBe(2)
})

test('counts the marked comments if the total has decreased', () => {
  const visit = { slug: 'hello', last: seen(60, 37), before: seen(0, 40) }
  expect(countNew(visit, 2, 25)).toBe(2)
})

const now = Date.parse('2026-03-30T12:00:00Z')

test.each([
  ['120', 120_000],
  ['Mon, 30 Mar 2026 12:05:00 GMT', 300_000],
  ['Mon, 30 Mar 2026 11:00:00 GMT', 0],
  ['99999999', 86_400_000],
  ['-1', 0],
  ['soon', 0],
  [null, 0],
  [undefined, 0],
])('with Retry-After %s, waits %i ms', (retryAfter, ms) => {
  expect(retryAfterMs(retryAfter, now)).toBe(ms)
})
