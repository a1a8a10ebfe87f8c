import { expect, test } from 'vitest'
import { newsToShow } from './new-comments'

const counts = { pending: 2, published: 5, spam: 0, deleted: 0 }
const shown = { matching: 2, counts }

test('counts a reported or edited comment as new despite its old id', () => {
  const news = { fresh: 0, matching: 3, counts: { ...counts, pending: 3, published: 4 } }
  expect(newsToShow(news, shown)).toEqual({ more: 1, isStale: true })
})

test('a verdict by another moderator makes the list stale but adds nothing new', () => {
  const news = { fresh: 0, matching: 1, counts: { ...counts, pending: 1, spam: 1 } }
  expect(newsToShow(news, shown)).toEqual({ more: 0, isStale: true })
})

test('reports new comments, and nothing if nothing changed', () => {
  expect(newsToShow({ fresh: 2, matching: 4, counts: { ...counts, pending: 4 } }, shown)).toEqual({
    more: 2,
    isStale: true,
  })
  expect(newsToShow({ fresh: 0, matching: 2, counts }, shown)).toEqual({ more: 0, isStale: false })
})

test('a new comment in the tab is not new to a list whose filter excludes it', () => {
  const news = { fresh: 1, matching: 3, counts: { ...counts, pending: 5 } }
  expect(newsToShow(news, shown)).toEqual({ more: 1, isStale: true })
  expect(newsToShow({ ...news, fresh: 0, matching: 2 }, shown)).toEqual({ more: 0, isStale: true })
})
