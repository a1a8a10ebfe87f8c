import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { addHello } from '@/test/database/add-hello'
import { startServer } from '@/test/servers/server'

const server = await startServer()
await addHello(server.databaseUrl)

describe('missing pages', () => {
  test.each([
    '/nonsense',
    '/posts/nonsense',
    '/tags/nonsense',
    '/comments/999999',
    '/archive/1800',
    '/archive/abc',
    '/archive/1800/03',
    '/archive/1800/3',
    '/page/999',
    '/posts/hello/comments/99999',
    '/_next/image?url=%2Fposts%2Fhello&w=64&q=75',
  ])('are readable without JavaScript: %s', async (path) => {
    for (const encoding of ['identity', 'gzip']) {
      const response = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } })
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toMatch(/<html lang="en".*<h1[^>]*>Page not found<\/h1>.*<\/html>/s)
      expect(html).not.toContain('__next_error__')
      expect(response.headers.get('content-security-policy')).toContain("script-src-attr 'none'")
    }
    const head = await fetch(server.url + path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-encoding')]).toEqual([404, null])
  })

  test('a request from the Next.js router gets React data instead of HTML', async () => {
    const response = await fetch(`${server.url}/posts/nonsense`, {
      headers: { rsc: '1' },
      redirect: 'follow',
    })
    expect(response.headers.get('content-type')).toContain('text/x-component')
  })
})

test.each(['//', '///', '//['])(
  'an invalid path is redirected or rejected without an error: %s',
  async (path) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 (?:308|400|404) /)
    expect(server.output()).not.toMatch(/TypeError|Invalid URL/)
  },
)

test.each([
  ['http://elsewhere.example/posts/hello', '200'],
  ['HTTP://elsewhere.example', '200'],
  ['http://elsewhere.example/posts/nonsense?x', '404'],
  ['http://elsewhere.example//evil.example/', '308'],
])(
  'an absolute request target is served here and never redirects elsewhere: %s',
  async (target, status) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    const response = Buffer.concat(chunks).toString()
    expect(response.split(' ', 2)).toEqual(['HTTP/1.1', status])
    const location = /^location: (.*?)\r$/im.exec(response)?.[1]
    if (location !== undefined) expect(new URL(location, server.url).origin).toBe(server.url)
  },
)
