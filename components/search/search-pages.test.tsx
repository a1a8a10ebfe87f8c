import { expect, test } from 'vitest'
import { pagesMax, rankedMax } from '@/lib/search/search'
import { render } from '@/test/render'
import { SearchPages } from './live-search'

const pagesOf = (count: number, page: number) =>
  render(
    <SearchPages
      typed="word"
      page={page}
      found={{ hits: [], count, has_older: false, similar_words: [] }}
    />,
  )

test('links to no page beyond the ranked results', () => {
  expect(pagesOf(rankedMax, pagesMax - 1)).toContain('rel="next"')
  expect(pagesOf(rankedMax, pagesMax)).not.toContain('rel="next"')
})

test('links from a page beyond the last one to the first', () => {
  expect(pagesOf(25, 9)).toContain('href="/search?q=word" rel="prev">First page')
  expect(pagesOf(25, 2)).toContain('rel="prev">Previous page')
  expect(pagesOf(25, 1)).not.toContain('rel="prev"')
})
