import { expect, test } from 'vitest'
import { newsToShow } from './news-to-show'

const counts = { pending: 2, published: 5, spam: 0, deleted: 0 }
const shown = { matching: 2, counts }

test('an old comment that readers’ reports hold, or whose edit waits, is news to the list though its id is old', () => {
  const news = { fresh: 0, matching: 3, counts: { ...counts, pending: 3, published: 4 } }
  expect(newsToShow(news, shown)).toEqual({ more: 1, isStale: true })
})

test('what another judged makes the list stale, and nothing new', () => {
  const news = { fresh: 0, matching: 1, counts: { ...counts, pending: 1, spam: 1 } }
  expect(newsToShow(news, shown)).toEqual({ more: 0, isStale: true })
})

test('new ones are told, and nothing where all is as it was', () => {
  expect(newsToShow({ fresh: 2, matching: 4, counts: { ...counts, pending: 4 } }, shown)).toEqual({
    more: 2,
    isStale: true,
  })
  expect(newsToShow({ fresh: 0, matching: 2, counts }, shown)).toEqual({ more: 0, isStale: false })
})

test('what joins a tab is nothing new to a list of it that lets other comments through', () => {
  const news = { fresh: 1, matching: 3, counts: { ...counts, pending: 5 } }
  expect(newsToShow(news, shown)).toEqual({ more: 1, isStale: true })
  expect(newsToShow({ ...news, fresh: 0, matching: 2 }, shown)).toEqual({ more: 0, isStale: true })
})
