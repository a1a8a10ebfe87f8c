import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { startServer } from '@/test/servers/server'

const server = await startServer()

beforeAll(async () => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(`
    INSERT INTO posts (slug, title, content, published_at)
      VALUES ('hello', 'Hello', '', '2025-10-01'), ('grüße', 'Grüße', '', '2025-10-01');
    INSERT INTO view_counts (post_id, day, shard, views)
      VALUES (1, '2025-10-01', 0, 1234), (2, '2025-10-01', 0, 7)`)
  await client.end()
})

test('returns 200 with an image, cacheable for five minutes, and counts no view', async () => {
  for (let n = 0; n < 3; n++) {
    const { response, text } = await server.request('/api/badge/hello.svg')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=300/)
    expect(text).toContain('views: 1,234')
  }
})

test('returns 200 for a slug in any script, and 0 for any unknown slug', async () => {
  expect((await server.request(`/api/badge/${encodeURIComponent('grüße')}.svg`)).text).toContain(
    'views: 7',
  )
  const { text } = await server.request(
    `/api/badge/${encodeURIComponent('<script>alert(1)</script>')}.svg`,
  )
  expect(text).toContain('views: 0')
  expect(text).not.toContain('script')
  expect((await server.request(`/api/badge/${encodeURIComponent('50%H')}.svg`)).text).toContain(
    'views: 0',
  )
})

test('returns 304 if nothing changed', async () => {
  const { response } = await server.request('/api/badge/hello.svg')
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
  expect((await server.request('/api/badge/hello.svg', { headers })).response.status).toBe(304)
})

test('returns 400 without a slug', async () => {
  expect((await server.request('/api/badge/.svg')).response.status).toBe(400)
})
