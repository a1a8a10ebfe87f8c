import { expect, test } from 'vitest'
import { returnUrl } from './moderation-query'

test.each([
  'http://[',
  '//own.invalid:99999/admin/comments',
  'https://evil.example/admin/comments',
  '//evil.example',
  '/admin/people',
  '',
  null,
])('redirects a form with %j to the list', (given) => {
  expect(returnUrl(given).href).toBe('http://own.invalid/admin/comments')
})

test('redirects a form to the list with its filters', () => {
  expect(returnUrl('/admin/comments?status=spam&search=a').search).toBe('?status=spam&search=a')
})
