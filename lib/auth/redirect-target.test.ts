import { expect, test } from 'vitest'
import { ownPath } from './redirect-target'

test.each(['/admin', '/admin/comments?status=spam&page=2', '/admin/comments#c1', '/admin?x=1'])(
  'leads to %s of the admin area',
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
])('leads to the admin area itself, not to %j', (next) => {
  expect(ownPath(next)).toBe('/admin')
})

test('leads to the admin area where nothing, or something else, is asked for', () => {
  for (const next of [undefined, null, 1, ['/admin/account'], new File([], 'x')])
    expect(ownPath(next)).toBe('/admin')
})
