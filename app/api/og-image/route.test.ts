import { createHmac } from 'node:crypto'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { servePages } from '@/test/link-previews/serve-pages'
import { startServer } from '@/test/servers/server'

const picture = await sharp({
  create: { width: 1_200, height: 630, channels: 3, background: 'tomato' },
})
  .png()
  .toBuffer()
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>'

/** Returns the response for a path: its content type and its body. */
const responses: Record<string, [string, Buffer | string]> = {
  '/a.png': ['image/png', picture],
  '/icon.svg': ['text/plain', drawing],
  '/stored.png': ['application/octet-stream', picture],
  '/together.png': ['image/png', picture],
  '/page.png': ['text/html', '<title>no picture</title>'],
  '/lie.png': ['image/png', '<html><script>alert(1)</script>'],
  '/script.svg': ['image/svg+xml', `${drawing.slice(0, -6)}<script>alert(1)</script></svg>`],
  '/large.png': ['image/png', Buffer.concat([picture, Buffer.alloc(5_300_000)])],
}
let requestedPaths: string[] = []
beforeEach(() => {
  requestedPaths = []
})
const target = await servePages((request, response) => {
  const path = request.url ?? ''
  requestedPaths.push(path)
  const [type, body] = responses[path] ?? []
  if (path === '/inside.png')
    response.writeHead(302, { location: 'http://127.0.0.1:1/a.png' }).end()
  else if (type === undefined) response.writeHead(404).end(picture)
  else response.writeHead(200, { 'content-type': type }).end(body)
})
afterAll(target.close)

const secret = 'test secret of at least 32 characters'
const server = await startServer({ LINK_PREVIEW_ALLOW_ORIGINS: target.origin, AUTH_SECRET: secret })

/** Builds a URL as the blog does. */
function addressOf(url: string, use = 'card', key = secret): string {
  const signature = createHmac('sha256', key)
    .update(`show-image\n${use} ${url}`)
    .digest('base64url')
  return `/api/og-image?${new URLSearchParams({ url, use, signature })}`
}

async function look(path: string, use?: string) {
  const response = await fetch(server.url + addressOf(target.origin + path, use))
  return { response, picture: await sharp(Buffer.from(await response.arrayBuffer())).metadata() }
}

describe('200', () => {
  test('returns the re-encoded image, cacheable and restricted to this blog', async () => {
    const { response, picture } = await look('/a.png')
    expect(picture).toMatchObject({ format: 'webp', width: 480, height: 360 })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=2592000, s-maxage=2592000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    const { response: described } = await server.request(addressOf(`${target.origin}/a.png`))
    expect(described.status).toBe(200)
  })

  test('detects the format from the bytes', async () => {
    expect((await look('/icon.svg', 'icon')).picture).toMatchObject({
      format: 'webp',
      width: 64,
      height: 64,
    })
    expect((await look('/script.svg', 'icon')).picture).toMatchObject({ format: 'webp' })
  })

  test('is fetched once for concurrent and later requests', async () => {
    await Promise.all(Array.from({ length: 10 }, () => look('/together.png')))
    await look('/together.png')
    expect(requestedPaths).toEqual(['/together.png'])
  })
})

test('a site without an icon gets an empty one until the next refresh', async () => {
  for (const _ of ['first', 'again']) {
    const { response, picture } = await look('/gone.ico', 'icon')
    expect(response.status).toBe(200)
    expect(picture).toMatchObject({ format: 'svg', width: 64, height: 64 })
    expect(response.headers.get('cache-control')).toBe('public, max-age=600, s-maxage=600')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  }
  expect(requestedPaths).toEqual(['/gone.ico'])
  // `request` validates the response against openapi.yaml.
  await server.request(addressOf(`${target.origin}/gone.ico`, 'icon'))
})

describe('304', () => {
  test('returns no body if nothing changed', async () => {
    const { response } = await look('/a.png')
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect(
      (await server.request(addressOf(`${target.origin}/a.png`), { headers })).response.status,
    ).toBe(304)
  })
})

describe('400', () => {
  test.each([
    '',
    '?url=https://a.org',
    '?url=https://a.org&use=poster&signature=x',
    '?url=https://a.org&use=card&signature=',
  ])('rejects invalid parameters: %j', async (query) => {
    expect((await server.request(`/api/og-image${query}`)).json).toMatchObject({
      status: 400,
      code: 'invalid-parameters',
    })
  })
})

describe('404', () => {
  test.each([
    [
      'another key',
      addressOf(`${target.origin}/a.png`, 'card', 'another secret of at least 32 characters'),
    ],
    [
      'no key',
      `/api/og-image?url=${encodeURIComponent(`${target.origin}/a.png`)}&use=card&signature=x`,
    ],
    [
      'the signature of another use',
      addressOf(`${target.origin}/a.png`).replace('use=card', 'use=icon'),
    ],
    [
      'the signature of another image',
      addressOf(`${target.origin}/a.png`).replace('a.png', 'b.png'),
    ],
  ])('does not fetch a URL signed with %s', async (_, path) => {
    expect((await server.request(path)).json).toMatchObject({ status: 404, code: 'not-found' })
    expect(requestedPaths).toEqual([])
  })

  test.each(['/gone.png', '/page.png', '/lie.png', '/large.png', '/inside.png'])(
    'returns 404 without fetching an unusable image again: %s',
    async (path) => {
      for (const _ of ['first', 'again']) {
        const { response, json } = await server.request(addressOf(target.origin + path))
        expect(json).toMatchObject({ status: 404, code: 'not-found' })
        expect(response.headers.get('cache-control')).toBe('no-store')
      }
      expect(requestedPaths).toEqual([path])
    },
  )

  test('rejects every address that is not on the public internet', async () => {
    for (const url of [
      'http://127.0.0.1/a.png',
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      `${target.origin}1/`,
    ]) {
      expect((await server.request(addressOf(url))).json).toMatchObject({
        status: 404,
        code: 'not-found',
      })
    }
  })
})

test('a post loads its card images through the blog and names no other host', async () => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(
    `INSERT INTO link_previews (url, title, site_name, final_url, image, favicon, fetched_at,
      fresh_until)
     VALUES ($1, 'A page', 'a', $1, $2, $3, now(), now() + interval '1 day')`,
    [`${target.origin}/page`, `${target.origin}/a.png`, `${target.origin}/icon.svg`],
  )
  await client.query(
    `INSERT INTO posts (slug, title, content, published_at)
      VALUES ('cards', 'Cards', $1, '2025-10-01')`,
    [`${target.origin}/page`],
  )
  await client.end()
  const html = await (await fetch(`${server.url}/posts/cards`)).text()
  const sources = [...html.matchAll(/<img[^>]* src="([^"]+)"/g)].map(
    ([, source]) => source?.replaceAll('&amp;', '&') ?? '',
  )
  expect(sources).toEqual([
    addressOf(`${target.origin}/icon.svg`, 'icon'),
    addressOf(`${target.origin}/a.png`),
  ])
  for (const source of sources) expect((await fetch(server.url + source)).status).toBe(200)
})
