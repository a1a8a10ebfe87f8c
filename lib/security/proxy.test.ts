import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { sessionCookie } from '@/lib/http/session/session-cookie'
import { config, proxy } from '@/proxy'

// Vercel does not use the custom server, so only the proxy refuses large bodies there.

const send = (path: string, headers: Record<string, string>) =>
  proxy(new NextRequest(`https://blog.example${path}`, { method: 'POST', headers }))

test.each([
  ['/posts/hello', { 'content-length': '70000', 'next-action': 'x' }, 413],
  ['/admin/posts/1', { 'content-length': '70000', 'next-action': 'x' }, 413],
  ['/admin/posts/1', { 'transfer-encoding': 'chunked', 'next-action': 'x' }, 413],
  ['/admin/posts/1', { 'content-length': '70000', cookie: 'session=a.b' }, 413],
  ['/admin/posts/1', { 'content-length': '70000', cookie: `session=${sessionCookie('a')}` }, 200],
  ['/admin/posts/1', { 'content-length': '5000000', cookie: `session=${sessionCookie('a')}` }, 413],
  ['/posts/hello', { 'content-length': '70000', cookie: `session=${sessionCookie('a')}` }, 413],
  ['/posts/hello', { 'content-length': '60000', 'next-action': 'x' }, 200],
])('%s with %j returns %i', async (path, headers, status) => {
  expect((await send(path, headers)).status).toBe(status)
})

test.each([
  ['/', { 'next-action': 'x' }, true],
  ['/posts/hello', { 'next-action': 'x' }, true],
  ['/posts/hello', { 'content-type': 'multipart/form-data; boundary=x' }, true],
  ['/admin/posts/1', {}, true],
  ['/posts/hello', {}, false],
  ['/api/comments', { 'content-type': 'multipart/form-data; boundary=x' }, false],
])('the proxy runs for %s with %j: %s', (url, headers, expected) => {
  expect(unstable_doesMiddlewareMatch({ config, url, headers })).toBe(expected)
})
