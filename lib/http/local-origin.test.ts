import { expect, test } from 'vitest'
import { localOrigin } from './local-origin'

test.each([
  [undefined, 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['2001:db8::1', 'http://[2001:db8::1]:3000'],
  ['blog.internal', 'http://blog.internal:3000'],
])('a server with HOST=%s has the local origin %s', (host, origin) => {
  expect(localOrigin(host, 3000)).toBe(origin)
})
