import { expect, test } from 'vitest'
import { adminCommentsPath, commentsQuery, returnPath } from './moderation-query'

test.each([
  'http://[',
  '//own.invalid:99999/admin/comments',
  'https://evil.example/admin/comments',
  '//evil.example',
  '/admin/people',
  '',
  null,
])('redirects a form with %j to the list', (target) => {
  expect(returnPath(target)).toBe('/admin/comments')
})

test('redirects a form to the list with its filters', () => {
  const list = '/admin/comments?status=spam&search=a'
  expect(returnPath(list)).toBe(list)
})

test.each([
  `blog.example.org/${'a'.repeat(483)}`,
  `blog.example.org/${'𝒜'.repeat(483)}`,
  'blog.example.org/ends with a space ',
])('filters by a page with any slug: %s', (post) => {
  const { searchParams } = new URL(adminCommentsPath({ status: 'spam', post }), 'http://a.example')
  expect(commentsQuery.parse(Object.fromEntries(searchParams))).toEqual({ status: 'spam', post })
})

test.each([
  `blog.example.org/${'a'.repeat(484)}`,
  'blog.example.org/\0',
  'blog.example.org/\ud800',
  '',
])('ignores a page with the invalid slug %j', (post) => {
  expect(commentsQuery.parse({ post }).post).toBeUndefined()
})
