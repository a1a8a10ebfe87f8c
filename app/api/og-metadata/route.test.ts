import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

/** A test page at an origin that is exempt from the public-address rule. */
let hits = 0
let lastPath: string | undefined
const target = createServer((request, response) => {
  hits++
  lastPath = request.url
  if (request.url === '/gone') return response.writeHead(410).end()
  if (request.url === '/wall')
    return response
      .writeHead(403, { 'cf-mitigated': 'challenge' })
      .end('<title>Just a moment...</title>')
  if (request.url === '/inside')
    return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  if (request.url === '/picture.png')
    return response.writeHead(200, { 'content-type': 'image/png' }).end('x')
  if (request.url === '/download') {
    const disposition =
      "attachment; filename=report.pdf; filename*=UTF-8''Report%20%E2%80%93%202024.pdf"
    return response
      .writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': disposition,
      })
      .end('x')
  }
  response.writeHead(200, { 'content-type': 'text/html' })
  if (request.url === '/plain')
    return response.end('<title>Plain page</title><div><h1>x</h1></div>')
  return response.end(
    '<title>Plain</title><meta property="og:title" content="Tom &amp; Jerry">' +
      '<meta property="og:image" content="/cat.png">' +
      '<link rel="icon" href="favicon.svg" type="image/svg+xml"><p>Words.',
  )
})
await once(target.listen(0, '127.0.0.1'), 'listening')
afterAll(() => target.close())
const address = target.address()
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

const server = await startServer({ LINK_PREVIEW_ALLOW_ORIGINS: origin, TRUSTED_PROXY_HOPS: '1' })
const get = (url: string) =>
  server.request(`/api/og-metadata?url=${encodeURIComponent(url)}`, { headers: asNewClient() })

describe('200', () => {
  test('returns the metadata with absolute URLs, cacheable by shared caches', async () => {
    const { response, json } = await get(`${origin}/page`)
    expect(response.status).toBe(200)
    expect(json).toEqual({
      title: 'Tom & Jerry',
      description: '',
      image: `${origin}/cat.png`,
      siteName: '127.0.0.1',
      url: `${origin}/page`,
      favicon: `${origin}/favicon.svg`,
    })
    expect(response.headers.get('cache-control')).toMatch(
      /^public, s-maxage=(?:86400|863\d\d), stale-while-revalidate=\d+$/,
    )
    expect(response.headers.get('ratelimit')).toBeNull()
  })

  test('serves repeated requests from the database and keeps the fragment of the URL', async () => {
    await get(`${origin}/stored`)
    const before = hits
    expect((await get(`${origin}/stored#part`)).json).toMatchObject({
      url: `${origin}/stored#part`,
    })
    expect(hits).toBe(before)
  })

  test('does not normalise the URL', async () => {
    await get(`${origin}/e\u0301`)
    expect(lastPath).toBe('/e%CC%81')
    await get(`${origin}/\u00e9`)
    expect(lastPath).toBe('/%C3%A9')
  })

  test('uses the file name from the response headers', async () => {
    expect((await get(`${origin}/download`)).json).toMatchObject({
      title: 'Report – 2024.pdf',
      url: `${origin}/download`,
    })
  })

  test('uses the title element if no title is declared', async () => {
    expect((await get(`${origin}/plain`)).json).toMatchObject({ title: 'Plain page' })
  })

  test('uses an image as its own preview image', async () => {
    expect((await get(`${origin}/picture.png`)).json).toMatchObject({
      title: 'picture.png',
      image: `${origin}/picture.png`,
    })
  })
})

describe('304', () => {
  test('returns no body if nothing changed', async () => {
    const { response } = await get(`${origin}/page`)
    const again = await server.request(
      `/api/og-metadata?url=${encodeURIComponent(`${origin}/page`)}`,
      {
        headers: { 'if-none-match': response.headers.get('etag') ?? '', ...asNewClient() },
      },
    )
    expect(again.response.status).toBe(304)
  })
})

describe('400', () => {
  test.each([
    '',
    '?url=',
    '?url=https://a.example.org&url=https://b.example.org',
    '?url=https://a.example.org/%00',
  ])('rejects an invalid parameter: %j', async (query) => {
    const { json } = await server.request(`/api/og-metadata${query}`, { headers: asNewClient() })
    expect(json).toMatchObject({
      status: 400,
      code: 'invalid-parameters',
      errors: [{ field: 'url' }],
    })
  })

  test.each([
    'example.org',
    'ftp://example.org/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    `https://example.org/${'x'.repeat(2_048)}`,
    'https://user:password@example.org/',
    'https://example.org:22/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://router.lan/',
    'http://intranet/',
  ])('rejects a non-public URL: %s', async (url) => {
    expect((await get(url)).json).toMatchObject({
      status: 400,
      code: 'invalid-url',
      errors: [{ field: 'url' }],
    })
  })
})

describe('500', () => {
  test('returns the status of a page that refuses', async () => {
    expect((await get(`${origin}/gone`)).json).toMatchObject({
      code: 'target-refused',
      detail: expect.stringContaining('410'),
    })
  })

  test('treats a bot check as a refusal', async () => {
    expect((await get(`${origin}/wall`)).json).toMatchObject({ code: 'target-refused' })
  })

  test('returns the same error for an internal redirect and an unknown host', async () => {
    const inside = (await get(`${origin}/inside`)).json
    const nowhere = (await get('https://no-such-name.afterword-test.org/')).json
    expect(inside).toMatchObject({ code: 'target-unreachable' })
    expect({ ...Object(nowhere), requestId: '' }).toEqual({ ...Object(inside), requestId: '' })
  })
})

describe('429', () => {
  test('rejects the 31st request of a client in a minute', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) {
      const { response } = await server.request('/api/og-metadata?url=x', {
        headers: { 'x-forwarded-for': '203.0.113.9' },
      })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429])
  })
})
