import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { startServer } from '@/test/servers/server'

const server = await startServer()

beforeAll(async () => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(`
    INSERT INTO posts (slug, title, content, published_at, draft)
      VALUES ('hello', 'Hello', '', '2025-10-01', false),
      ('draft', 'Draft', '', '2025-10-01', true);
    INSERT INTO post_redirects (slug, post_id) VALUES ('before', 1);
    INSERT INTO view_counts (post_id, day, shard, views)
      VALUES (1, '2025-10-01', 0, 3), (1, '2025-10-01', 1, 4), (1, '2025-10-02', 0, 2147483647),
      (2, '2025-10-01', 0, 9)`)
  await client.end()
})

const views = async (query: string) => (await server.request(`/api/views${query}`)).json

test('returns 200 with the sum of all shards and days, even above 2³¹', async () => {
  expect(await views('?slug=hello')).toEqual({ views: 2_147_483_654 })
})

test('returns 200 with the same number for an old slug', async () => {
  expect(await views('?slug=before')).toEqual({ views: 2_147_483_654 })
})

test('returns 200 with 0 for an unknown slug and for a draft', async () => {
  expect(await views('?slug=nobody')).toEqual({ views: 0 })
  expect(await views('?slug=draft')).toEqual({ views: 0 })
})

test('does not count a read', async () => {
  for (let i = 0; i < 3; i++) expect(await views('?slug=hello')).toEqual({ views: 2_147_483_654 })
})

test('returns 304 if nothing changed', async () => {
  const { response } = await server.request('/api/views?slug=hello')
  const again = await server.request('/api/views?slug=hello', {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  })
  expect(again.response.status).toBe(304)
})

test.each(['', '?slug=', '?slug=a&slug=b', '?slug=%00'])('returns 400 for %j', async (query) => {
  const { response, json } = await server.request(`/api/views${query}`)
  expect(response.status).toBe(400)
  expect(json).toMatchObject({
    code: 'invalid-parameters',
    status: 400,
    errors: [{ field: 'slug' }],
  })
})

test.each(['PUT', 'PATCH', 'DELETE'])('returns 405 for %s', async (method) => {
  const { response } = await server.request('/api/views', { method })
  expect(response.status).toBe(405)
})
