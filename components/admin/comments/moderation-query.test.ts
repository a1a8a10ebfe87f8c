import { expect, test } from 'vitest'
import { readBack } from './moderation-query'

test.each([
  'http://[',
  '//own.invalid:99999/desk/comments',
  'https://evil.example/desk/comments',
  '//evil.example',
  '/desk/people',
  '',
  null,
])('a form that names %j leads back to the list', (given) => {
  expect(readBack(given).href).toBe('http://own.invalid/desk/comments')
})

test('a form leads back to the list as it was narrowed down', () => {
  expect(readBack('/desk/comments?status=spam&search=a').search).toBe('?status=spam&search=a')
})
