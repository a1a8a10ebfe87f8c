import { expect, test } from 'vitest'
import { readBack } from './moderation-query'

test.each([
  'http://[',
  '//own.invalid:99999/admin/comments',
  'https://evil.example/admin/comments',
  '//evil.example',
  '/admin/people',
  '',
  null,
])('a form that names %j leads back to the list', (given) => {
  expect(readBack(given).href).toBe('http://own.invalid/admin/comments')
})

test('a form leads back to the list as it was narrowed down', () => {
  expect(readBack('/admin/comments?status=spam&search=a').search).toBe('?status=spam&search=a')
})
