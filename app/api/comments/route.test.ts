import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

const server = await startServer({ TRUSTED_PROXY_HOPS: '1' })

/** Sends each request as a new client, so that tests do not share a rate limit. */
const get = (query: string, headers: Record<string, string> = {}) =>
  server.request(`/api/comments${query}`, { headers: { ...asNewClient(), ...headers } })

beforeAll(async () => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(`
    INSERT INTO posts (slug, title, content, published_at)
      VALUES ('hello', 'Hello', 'Words.', '2025-10-01'), ('日本', 'Japan', 'Words.', '2025-10-01');
    INSERT INTO comments (post_id, status, author_name, content, created_at)
      SELECT 1, 'published', 'Reader ' || n, '*Comment* ' || n,
      timestamptz '2025-10-20 09:30:00Z' + n * interval '1 minute' FROM generate_series(1, 5) AS n;
    INSERT INTO comments (post_id, parent_id, status, author_name, content)
      VALUES (1, 1, 'published', 'Ada', '<b>not HTML</b>')`)
  await client.end()
})

describe('200', () => {
  test('returns the threads of a post and their number', async () => {
    const { response, json } = await get('?slug=hello')
    expect(response.status).toBe(200)
    expect(json).toMatchObject({
      count: 5,
      comments: [
        {
          id: 1,
          post_slug: 'hello',
          content: '*Comment* 1',
          created_at: '2025-10-20T09:31:00.000Z',
          replies: [{ content: '<b>not HTML</b>', replies: [] }],
        },
        {},
        {},
        {},
        {},
      ],
    })
  })

  test('returns an empty list for an unknown slug', async () => {
    for (const slug of [
      'nobody',
      '__proto__',
      'constructor',
      'a/b',
      '..',
      '%FF',
      '%ED%A0%80',
      'x'.repeat(500),
    ]) {
      const { response, json } = await get(`?slug=${slug}`)
      expect(response.status).toBe(200)
      expect(json).toEqual({ comments: [], count: 0 })
    }
  })

  test('normalises a slug to NFC, in any script', async () => {
    expect((await get(`?slug=${encodeURIComponent('日本')}`)).response.status).toBe(200)
    expect(
      (await get(`?slug=${encodeURIComponent('é'.normalize('NFD').repeat(500))}`)).response.status,
    ).toBe(200)
  })

  test('ignores unknown parameters, a body and credentials', async () => {
    const { json } = await get('?slug=hello&slug[]=x&utm_source=y', {
      authorization: 'Bearer x',
      cookie: 'a=b',
      'content-type': 'application/json',
    })
    expect(json).toMatchObject({ count: 5 })
  })

  test('links the pages, which contain every thread once', async () => {
    const seen: number[] = []
    let path: string | undefined = '/api/comments?slug=hello&limit=2'
    while (path) {
      const { response, json } = await server.request(path, { headers: asNewClient() })
      const page = json as { comments: { id: number }[]; count: number }
      expect(page.count).toBe(page.comments.length)
      seen.push(...page.comments.map(({ id }) => id))
      path = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  test('HEAD returns the same headers without a body', async () => {
    const response = await fetch(`${server.url}/api/comments?slug=hello`, {
      method: 'HEAD',
      headers: asNewClient(),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toMatch(/^W\//)
    expect(await response.text()).toBe('')
  })
})

describe('304', () => {
  test('returns no body if nothing changed', async () => {
    const { response } = await get('?slug=hello')
    const etag = response.headers.get('etag') ?? ''
    for (const ifNoneMatch of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const again = await get('?slug=hello', { 'if-none-match': ifNoneMatch })
      expect(again.response.status).toBe(304)
      expect(again.text).toBe('')
    }
    expect((await get('?slug=hello', { 'if-none-match': '"other"' })).response.status).toBe(200)
  })
})

describe('400', () => {
  test.each([
    ['missing', '', 'slug'],
    ['missing, under another name', '?slug[]=hello', 'slug'],
    ['empty', '?slug=', 'slug'],
    ['blank', '?slug=%20%E3%80%80', 'slug'],
    ['repeated', '?slug=hello&slug=hello', 'slug'],
    ['over 500 characters', `?slug=${'x'.repeat(501)}`, 'slug'],
    [
      'over 500 characters outside the BMP',
      `?slug=${encodeURIComponent('😀'.repeat(501))}`,
      'slug',
    ],
    ['10 kB long', `?slug=${'x'.repeat(10_000)}`, 'slug'],
    ['with a NUL', '?slug=a%00b', 'slug'],
    ['with a line break', '?slug=a%0Ab', 'slug'],
    ['with a C1 control', '?slug=a%C2%85b', 'slug'],
    ['limit 0', '?slug=hello&limit=0', 'limit'],
    ['limit 201', '?slug=hello&limit=201', 'limit'],
    ['limit that is not a number', '?slug=hello&limit=ten', 'limit'],
    ['repeated limit', '?slug=hello&limit=1&limit=2', 'limit'],
    ['a forged cursor', '?slug=hello&cursor=abc', 'cursor'],
  ])('%s', async (_, query, field) => {
    const { response, json } = await get(query)
    expect(response.status).toBe(400)
    expect(json).toMatchObject({ code: 'invalid-parameters', errors: [{ field }] })
  })
})

describe('405', () => {
  test.each(['PUT', 'PATCH', 'DELETE'])('%s', async (method) => {
    const { response } = await server.request('/api/comments?slug=hello', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  })
})

describe('429', () => {
  test('rejects the 61st request of a client in a minute and no other client', async () => {
    const client = { 'x-forwarded-for': '203.0.113.7' }
    const responses = await Promise.all(
      Array.from({ length: 61 }, () =>
        server.request('/api/comments?slug=hello', { headers: client }),
      ),
    )
    expect(responses.map(({ response }) => response.status).toSorted()).toEqual([
      ...Array(60).fill(200),
      429,
    ])
    const { response } = await server.request('/api/comments?slug=hello', { headers: client })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(response.headers.get('ratelimit')).toMatch(/^"comments";r=0;t=\d+$/)
    expect((await get('?slug=hello')).response.status).toBe(200)
    expect(
      (await server.request('/api/views?slug=hello', { headers: client })).response.status,
    ).toBe(200)
  })

  test('ignores addresses that the client adds to the forwarding header', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) {
      const { response } = await server.request('/api/comments?slug=hello', {
        headers: { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.8` },
      })
      statuses.push(response.status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('returns the remaining quota with each response', async () => {
    const client = asNewClient()
    const left = async () =>
      (await server.request('/api/comments?slug=hello', { headers: client })).response.headers.get(
        'ratelimit',
      )
    expect(await left()).toMatch(/^"comments";r=59;t=60$/)
    expect(await left()).toMatch(/^"comments";r=58;t=(?:59|60)$/)
    const { response } = await server.request('/api/comments', { headers: client })
    expect(response.headers.get('ratelimit')).toMatch(/^"comments";r=57;t=(?:59|60)$/)
    expect(response.headers.get('ratelimit-policy')).toBe('"comments";q=60;w=60')
  })
})

describe('CORS', () => {
  test('allows any origin to read, including errors', async () => {
    for (const query of ['?slug=hello', '']) {
      const { response } = await get(query, { origin: 'https://elsewhere.example' })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toContain('RateLimit')
    }
  })

  test('responds to a preflight request without counting it', async () => {
    const { response } = await server.request('/api/comments', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'content-type, if-none-match',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type, if-none-match')
    expect(response.headers.get('ratelimit')).toBeNull()
  })
})
