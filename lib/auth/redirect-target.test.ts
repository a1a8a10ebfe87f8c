import { expect, test } from 'vitest'
import { ownPath } from './redirect-target'

test.each(['/desk', '/desk/comments?status=spam&page=2', '/desk/comments#c1', '/desk?x=1'])('leads to %s of the desk', (next) => {
  expect(ownPath(next)).toBe(next)
})

test.each([
  ...[
    'https://evil.example',
    'https://evil.example/desk',
    '//evil.example/desk',
    '/\\evil.example',
    '\\\\evil.example',
    '/desk/\\evil.example',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    '/deskx',
    '/api/comments',
    '/desk/../api/comments',
    '/desk/%2e%2e/api',
    '/desk//evil.example',
  ],
  ...['/desk\t/x', '/desk\r\nSet-Cookie: x=y', ' /desk', '', `/desk/${'x'.repeat(2_000)}`],
])('leads to the desk itself, not to %j', (next) => {
  expect(ownPath(next)).toBe('/desk')
})

test('leads to the desk where nothing, or something else, is asked for', () => {
  for (const next of [undefined, null, 1, ['/desk/account'], new File([], 'x')]) expect(ownPath(next)).toBe('/desk')
})
