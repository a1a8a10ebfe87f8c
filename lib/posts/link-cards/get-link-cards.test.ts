import { expect, test } from 'vitest'
import { isOwnLink } from './get-link-cards'

process.env.PORT = '4000'

test.each([
  ['http://localhost:4000/posts/a', true],
  [' HTTP://LOCALHOST.:4000/', true],
  ['http://localhost:4001/posts/a', false],
  ['http://localhost/posts/a', false],
  ['https://blog.example.org:4000/posts/a', false],
  ['ftp://localhost:4000/', false],
  ['http://', false],
])('without SITE_URL, %j is a link to the blog on localhost port 4000: %s', (url, isOwn) => {
  expect(isOwnLink(url)).toBe(isOwn)
})
