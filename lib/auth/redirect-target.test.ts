import { expect, test } from 'vitest'
import { ownPath } from './redirect-target'

test.each(['/admin', '/admin/comments?status=spam&page=2', '/admin/comments#c1', '/admin?x=1'])(
  'redirects to %s in the admin area',
  (next) => {
    expect(ownPath(next)).toBe(next)
  },
)

test.each([
  ...[
    'https://evil.example',
    'https://evil.example/admin',
    '//evil.example/admin',
    '/\\evil.example',
    '\\\\evil.example',
    '/admin/\\evil.example',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    '/deskx',
    '/api/comments',
    '/admin/../api/comments',
    '/admin/%2e%2e/api',
    '/admin//evil.example',
  ],
  ...['/admin\t/x', '/admin\r\nSet-Cookie: x=y', ' /admin', '', `/admin/${'x'.repeat(2_000)}`],
])('redirects to /admin instead of %j', (next) => {
  expect(ownPath(next)).toBe('/admin')
})

test('redirects to /admin if the target is missing or not a string', () => {
  for (const next of [undefined, null, 1, ['/admin/account'], new File([], 'x')])
    expect(ownPath(next)).toBe('/admin')
})
