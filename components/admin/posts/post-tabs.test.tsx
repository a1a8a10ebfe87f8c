import { expect, test } from 'vitest'
import { countMax } from '@/lib/text/count-max'
import { render } from '@/test/render'
import { PostTabs } from './post-tabs'

const counts = { draft: 0, scheduled: 1, published: countMax + 1, deleted: countMax }
const numbers = (search: string) =>
  [
    ...render(
      <PostTabs question={{ tab: 'published', search, page: 1 }} counts={counts} />,
    ).matchAll(/<span>(.*?)<\/span>/g),
  ].map(([, number]) => number)

test('shows “999+” for a limited search count and the exact count of all posts', () => {
  expect(numbers('a word')).toEqual(['0', '1', '999+', '999'])
  expect(numbers('')).toEqual(['0', '1', '1000', '999'])
})
