import { expect, test } from 'vitest'
import { checkPost } from './check-post'

const complete = { title: 'A', content: 'Words.', summary: 'S', cover: '', coverAlt: '' }

test('a complete post lacks nothing', () => {
  expect(checkPost(complete)).toEqual([])
  expect(checkPost({ ...complete, cover: '/a.png', coverAlt: 'A hill' })).toEqual([])
})

test('names each missing part, the most important ones first', () => {
  const empty = { title: ' ', content: '\n', summary: '', cover: '/a.png', coverAlt: '' }
  expect(checkPost(empty)).toEqual(['title', 'content', 'summary', 'coverAlt'])
})

test.each([
  ['![](/images/a.webp)', true],
  ['Words ![ ](https://example.org/a.png "Title")', true],
  ['`code` and ![](a.png)', true],
  ['```\n![](a.png)\n```\n![](b.png)', true],
  ['![A hill](/images/a.webp)', false],
  ['Write `![](a.png)` for an image', false],
  ['```md\n![](a.png)\n```', false],
  ['~~~~\n![](a.png)\n~~~\n![](a.png)\n~~~~', false],
])('finds an image without alt text in %j: %s', (content, isMissing) => {
  expect(checkPost({ ...complete, content })).toEqual(isMissing ? ['imageAlt'] : [])
})
