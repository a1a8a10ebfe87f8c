import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { freePort } from '@/scripts/embedded-postgres'
import { addHello } from '@/test/database/add-hello'
import { createEmptyDatabase } from '@/test/database/database'
import { expectDescribed } from '@/test/expect-described'
import { isNightly } from '@/test/nightly'
import { type RedisOverRest, startRedis } from '@/test/servers/redis'
import { startServer, type TestServer } from '@/test/servers/server'

/** Sends raw bytes, reads the whole response and validates it against `openapi.yaml`. */
async function sendRaw(server: TestServer, text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const response = Buffer.concat(chunks).toString()
  const head = response.split('\r\n\r\n', 1)[0] ?? ''
  // Omits the chunk sizes of a chunked body.
  const body = response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1)
  const [statusLine = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field): [string, string] => [
    field.slice(0, field.indexOf(':')),
    field.slice(field.indexOf(':') + 1).trim(),
  ])
  const [method = '', target = ''] = text.split(' ', 2)
  const status = Number(statusLine.split(' ')[1])
  const path = target.startsWith('/') ? target.replace(/[?].*/, '') : '/'
  if (status >= 400) expectDescribed(path, method, new Response(body, { status, headers }), body)
  return response
}

describe('requests that Next.js would mishandle', () => {
  test.each(['/%ff', '/posts/%E0%A4%A', '/api/comments%', '/%'])(
    'returns 400 for the invalid escape in %s',
    async (target) => {
      const response = await sendRaw(
        server,
        `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
      expect(response).toContain('"code":"malformed-request"')
    },
  )

  test('returns 404 for a NUL in a path', async () => {
    expect((await fetch(`${server.url}/posts/a%00b`)).status).toBe(404)
  })

  test('returns 431 for 16 kB of headers', async () => {
    const response = await sendRaw(
      server,
      `GET /?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 431 /)
    expect(response).toContain('"code":"headers-too-large"')
  })

  test('returns 400 for bytes that are not HTTP', async () => {
    expect(await sendRaw(server, 'hello\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 .*"code":"malformed-request"/s,
    )
  })

  test('serves a GET with a body like any other', async () => {
    const response = await sendRaw(
      server,
      'GET /api/views?slug=hello HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n' +
        'Connection: close\r\n\r\nhello',
    )
    expect(response).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('serves a GET with a chunked body', async () => {
    const response = await sendRaw(
      server,
      'GET /api/views?slug=hello HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n' +
        'Connection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    )
    expect(response).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('rejects a GET with a body over 64 kB', async () => {
    const response = await sendRaw(
      server,
      'GET /api/views?slug=hello HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n' +
        `Connection: close\r\n\r\n${'x'.repeat(70_000)}`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
  })
})

test('rejects a GET whose body without a length exceeds 64 kB', async () => {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
  const response = await sendRaw(
    server,
    'GET /api/views?slug=hello HTTP/1.1\r\nHost: a\r\n' +
      `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`,
  )
  expect(response).toMatch(/^HTTP\/1\.1 413 .*"code":"body-too-large"/s)
})

test.each([
  ['TRACE', '/api/views?slug=hello'],
  ['PROPFIND', '/'],
  ['DELETE', '/posts/hello'],
])('%s %s returns 405', async (method, path) => {
  const response = await sendRaw(
    server,
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  )
  expect(response).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: GET, .*"code":"method-not-allowed"/s)
})

test.each([
  ['413', 'of 70 kB', 'Content-Length: 70000', 'body-too-large'],
  ['403', 'from another site', 'Content-Length: 2\r\nSec-Fetch-Site: cross-site', 'cross-site'],
])('returns %s for a POST to a page %s', async (status, _, headers, code) => {
  const response = await sendRaw(
    server,
    `POST /posts/hello HTTP/1.1\r\nHost: a\r\n${headers}\r\nConnection: close\r\n\r\n{}`,
  )
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"code":"${code}"`, 's'))
})

describe('the Host header and the request target (RFC 9112, 3.2)', () => {
  test.each([
    ['two different Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b'],
    ['two equal Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a'],
    ['two Host headers in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b'],
    ['two Host headers and an absolute URI', 'GET http://a/ HTTP/1.1\r\nHost: a\r\nHost: b'],
    ['no Host header', 'GET / HTTP/1.1'],
    ['no Host header and an absolute URI', 'GET http://a/ HTTP/1.1'],
    ['an empty Host header and an absolute URI', 'GET http://a/ HTTP/1.1\r\nHost:'],
    ['a Host with a path and an absolute URI', 'GET http://a/ HTTP/1.1\r\nHost: a/b'],
    ['an empty Host header', 'GET / HTTP/1.1\r\nHost:'],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b'],
    ['a Host with a user name', 'GET / HTTP/1.1\r\nHost: b@a'],
    ['a Host with a space', 'GET / HTTP/1.1\r\nHost: a b'],
    ['a Host that is a list', 'GET / HTTP/1.1\r\nHost: a,b'],
    ['a Host with a port that is not a number', 'GET / HTTP/1.1\r\nHost: a:b'],
    ['a Host with a port that is too large', 'GET / HTTP/1.1\r\nHost: a:99999'],
    ['a Host with an unclosed bracket', 'GET / HTTP/1.1\r\nHost: [::1'],
    ['an ftp URI', 'GET ftp://a/ HTTP/1.1\r\nHost: a'],
    ['a ws URI', 'GET ws://a/ HTTP/1.1\r\nHost: a'],
    ['a mailto URI', 'GET mailto:a HTTP/1.1\r\nHost: a'],
    ['an http URI without a host', 'GET http:///x HTTP/1.1\r\nHost: a'],
    ['an http URI with a user name', 'GET http://b@a/ HTTP/1.1\r\nHost: a'],
    ['GET *', 'GET * HTTP/1.1\r\nHost: a'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a'],
    ['POST *', 'POST * HTTP/1.1\r\nHost: a\r\nContent-Length: 0'],
    ['a target that is not a path', 'GET hello HTTP/1.1\r\nHost: a'],
  ])('returns 400 for %s', async (_, head) => {
    expect(await sendRaw(server, `${head}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 .*"code":"malformed-request"/s,
    )
  })

  test.each([
    ['a port', 'GET / HTTP/1.1\r\nHost: localhost:3000'],
    ['an IPv6 address', 'GET / HTTP/1.1\r\nHost: [::1]:3000'],
    ['an underscore', 'GET / HTTP/1.1\r\nHost: my_blog'],
    ['an absolute URI', 'GET http://blog.example/ HTTP/1.1\r\nHost: other.example'],
    ['HTTP/1.0 without Host', 'GET / HTTP/1.0'],
  ])('serves a request with %s', async (_, head) => {
    expect(await sendRaw(server, `${head}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  test.each(['/api/../posts/hello', '/api/%2e%2E/posts/hello', '/api/..\\posts/hello'])(
    'checks the path that %s resolves to',
    async (target) => {
      const response = await sendRaw(
        server,
        `DELETE ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      expect(response).toMatch(/^HTTP\/1\.1 405 .*"code":"method-not-allowed"/s)
    },
  )
})

describe('requests with an Upgrade header', () => {
  const upgrade =
    'GET /posts/hello HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

  /** Requests an upgrade, as a client that never closes its half of the connection. */
  async function requestUpgrade({ url }: TestServer): Promise<Socket> {
    const socket = connect({
      port: Number(new URL(url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    await once(
      socket.on('error', () => {}),
      'connect',
    )
    socket.write(upgrade)
    return socket
  }

  test('are served without an upgrade', async () => {
    expect(await sendRaw(server, upgrade)).toMatch(
      /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*Hello there/s,
    )
  })

  test.skipIf(process.platform !== 'linux')('leave no descriptor open (needs Linux)', async () => {
    const descriptors = () => readdirSync(`/proc/${server.process.pid}/fd`).length
    await fetch(`${server.url}/posts/hello`)
    const before = descriptors()
    const sockets = await Promise.all(Array.from({ length: 100 }, () => requestUpgrade(server)))
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'end')))
    // Keep-alive connections of other tests may still be open.
    await expect.poll(descriptors).toBeLessThan(before + 20)
    for (const socket of sockets) socket.destroy()
  })

  if (isNightly)
    test('do not delay the shutdown', async () => {
      const own = await startServer()
      await fetch(`${own.url}/api/health`)
      const sockets = await Promise.all(Array.from({ length: 20 }, () => requestUpgrade(own)))
      const startedAt = performance.now()
      await own.stop()
      // Beyond 9.5 s, the process exits with connections still open.
      expect(performance.now() - startedAt).toBeLessThan(9_000)
      for (const socket of sockets) socket.destroy()
    })
})

test('without proxies, a forged X-Forwarded-For header is ignored', async () => {
  const statuses: number[] = []
  const own = await startServer()
  for (let i = 0; i < 61; i++) {
    const { response } = await own.request('/api/comments?slug=hello', {
      headers: {
        'x-forwarded-for': `198.51.100.${i}`,
        'x-real-ip': `198.51.100.${i}`,
        'x-vercel-forwarded-for': `198.51.100.${i}`,
      },
    })
    statuses.push(response.status)
  }
  expect(statuses).toEqual([...Array(60).fill(200), 429])
})

if (isNightly)
  test('if Redis is unavailable, reads have the full limit and writes half of it', async () => {
    const own = await startServer({
      UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${await freePort()}`,
      UPSTASH_REDIS_REST_TOKEN: 'x',
    })
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) {
      const { response } = await own.request('/api/views?slug=hello')
      statuses.push(response.status)
      expect(response.headers.get('ratelimit-policy')).toBe('"views";q=60;w=60')
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429])
    const body = JSON.stringify({ slug: 'nobody' })
    const write = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    const writes: number[] = []
    for (let i = 0; i < 31; i++)
      writes.push((await own.request('/api/views', write)).response.status)
    expect(writes).toEqual([...Array(30).fill(404), 429])
    expect(own.output()).toContain('Redis is unavailable')
  })

// In `npm test`, server.reads.test.ts tests REDIS_URL, and lib/rate-limit/limiter.test.ts REST.
if (isNightly)
  describe('with Redis', () => {
    const waysToRedis: [string, (redis: RedisOverRest) => Record<string, string>][] = [
      ['REDIS_URL', ({ redisUrl }) => ({ REDIS_URL: redisUrl })],
      [
        'UPSTASH_REDIS_REST_URL',
        ({ url, token }) => ({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token }),
      ],
    ]
    test.each(waysToRedis)('servers with %s share one count', async (_, variablesOf) => {
      const redis = await startRedis()
      const variables = variablesOf(redis)
      const both = [await startServer(variables), await startServer(variables)]
      const statuses: number[] = []
      for (let i = 0; i < 61; i++)
        statuses.push((await both[i % 2]?.request('/api/views?slug=hello'))?.response.status ?? 0)
      expect(statuses).toEqual([...Array(60).fill(200), 429])
      await redis.stop()
    })

    test('one request waits for a hanging Redis, and the others do not', async () => {
      const redis = await startRedis()
      const redisRequests: string[] = []
      redis.behave((request) => void text(request).then((body) => redisRequests.push(body)))
      const own = await startServer({
        UPSTASH_REDIS_REST_URL: redis.url,
        UPSTASH_REDIS_REST_TOKEN: redis.token,
      })
      for (const address of [
        '/api/comments?slug=hello',
        '/api/views?slug=hello',
        '/api/og-metadata?url=nothing',
        '/api/comments?slug=hello',
      ]) {
        expect((await own.request(address)).response.status).toBe(
          address.includes('url=') ? 400 : 200,
        )
      }
      expect(redisRequests).toHaveLength(1)
      await redis.stop()
    })
  })

test('redirects the former addresses of the admin area permanently', async () => {
  for (const path of ['', '/comments', '/posts/1?tab=draft']) {
    const response = await fetch(`${server.url}/desk${path}`, { redirect: 'manual' })
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe(`/admin${path}`)
  }
})

describe('requests for missing pages', () => {
  test('fill neither the page cache nor the disk, and real pages stay cached', async () => {
    const files = () => readdirSync('.next', { recursive: true }).length
    await fetch(`${server.url}/posts/hello`)
    const before = files()
    for (let i = 0; i < (isNightly ? 1_000 : 60); i += 5) {
      const statuses = await Promise.all(
        Array.from({ length: 5 }, (_, j) =>
          fetch(`${server.url}/${['posts', 'page', 'tags'][j % 3]}/unknown-${i + j}`).then(
            ({ status }) => status,
          ),
        ),
      )
      expect(new Set(statuses)).toEqual(new Set([404]))
    }
    // Other servers, which run at the same time, write a few files.
    expect(files()).toBeLessThan(before + 20)
    const again = await fetch(`${server.url}/posts/unknown-1`)
    expect(again.headers.get('x-nextjs-cache')).not.toBe('HIT')
    expect((await fetch(`${server.url}/posts/hello`)).headers.get('x-nextjs-cache')).toBe('HIT')
  })
})

const server = await startServer()
await addHello(server.databaseUrl)

if (isNightly)
  test('a server whose database lacks tables logs the command to run', async () => {
    const bare = await startServer({ DATABASE_URL: await createEmptyDatabase() })
    await expect.poll(bare.output).toContain('run npm run db:migrate')
    expect(server.output()).not.toContain('db:migrate')
  })
