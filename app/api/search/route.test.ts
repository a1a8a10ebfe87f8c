import { beforeAll, describe, expect, test } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database } = await startServerWithDatabase({ TRUSTED_PROXY_HOPS: '1' })

beforeAll(() =>
  database.query(`INSERT INTO posts (slug, title, content, published_at) VALUES
    ('threads', 'How a thread is read', 'Six levels <script>deep</script>.', '2025-10-01'),
    ('later', 'A later thread', 'Words.', now() + interval '1 day')`),
)

let client = 0
const request = (parameters: string) =>
  server.request(`/api/search?${parameters}`, {
    headers: { 'X-Forwarded-For': `198.51.${++client >> 8}.${client & 255}` },
  })

describe('200', () => {
  test('returns the hits, split into parts with the matches marked', async () => {
    const { response, json } = await request('q=thread')
    expect(response.status).toBe(200)
    expect(json).toMatchObject({
      count: 1,
      similar_words: [],
      hits: [
        {
          slug: 'threads',
          title: [{ text: 'How a ' }, { text: 'thread', is_marked: true }, { text: ' is read' }],
        },
      ],
    })
  })

  test('returns no hits if nothing matches', async () => {
    expect((await request('q=xylophonequartz')).json).toEqual({
      hits: [],
      count: 0,
      has_older: false,
      similar_words: [],
    })
  })

  test.each([
    ["' OR 1=1; DROP TABLE posts; --"],
    ['(a+)+$ .* [^x]'],
    ['thread & | ! <-> :* ( )'],
    ['\ud800 lone'],
    [`${'%'.repeat(100)}a`],
    ['a'.repeat(200)],
    [`${'"'.repeat(100)}x`],
    ['thread '.repeat(28)],
  ])('searches for %j without an error', async (typed) => {
    const { response } = await request(new URLSearchParams({ q: typed }).toString())
    expect(response.status).toBe(200)
  })
})

test('returns 304 without a body', async () => {
  const { response } = await request('q=thread')
  const again = await server.request('/api/search?q=thread', {
    headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
  })
  expect([again.response.status, again.text]).toEqual([304, ''])
})

describe('400', () => {
  test.each([
    '',
    'q=',
    'q=%20',
    'q=a&q=b',
    `q=${'a'.repeat(201)}`,
    `q=${'a'.repeat(9_000)}`,
    'q=%00',
    'q=%22%22',
    'q=!!!',
    'q=-word',
    'q=a&page=0',
    'q=a&page=11',
    'q=a&page=x',
  ])('%s returns a clear error', async (parameters) => {
    const { response, json } = await request(parameters)
    expect(response.status).toBe(400)
    expect(json).toMatchObject({
      code: 'invalid-parameters',
      errors: [{ message: expect.stringMatching(/\w/) }],
    })
  })
})

test('returns 429 after 120 searches in a minute', async () => {
  const statuses = new Set<number>()
  for (let count = 0; count < 121; count++) {
    statuses.add(
      (
        await server.request('/api/search?q=thread', {
          headers: { 'X-Forwarded-For': '203.0.113.7' },
        })
      ).response.status,
    )
  }
  expect([...statuses]).toEqual([200, 429])
})
