import { expect, test } from 'vitest'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { allowedOrigin, startCommentWriter, validComment } from '@/test/comments/comment-writer'
import { asNewClient } from '@/test/new-client'

const { server, post, database } = await startCommentWriter()

process.env.DATABASE_URL = server.databaseUrl
process.env.AUTH_SECRET = 'test secret of at least 32 characters'

const fetchStamp = async (headers: Record<string, string> = {}) => {
  const { response, json } = await server.request('/api/comment-stamp', {
    headers: { ...asNewClient(), ...headers },
  })
  const { stamp = '', staff } = json as { stamp?: string; staff?: unknown }
  return { response, stamp, staff }
}

test('returns 200 with a new stamp each time and forbids caching', async () => {
  const one = await fetchStamp()
  const two = await fetchStamp()
  expect(one.response.status).toBe(200)
  expect(one.response.headers.get('cache-control')).toBe('no-store')
  expect(one.stamp).not.toBe(two.stamp)
})

test('holds a comment with a stamp that was issued moments before', async () => {
  const { stamp } = await fetchStamp()
  const { json } = await post({
    ...validComment,
    content: 'Written by a program, in no time.',
    stamp,
  })
  expect(json).toMatchObject({ status: 'pending' })
  const { rows } = await database.query('SELECT screening FROM comments ORDER BY id DESC LIMIT 1')
  expect(rows[0].screening).toMatchObject([{ rule: 'stamp', verdict: 'pending' }])
})

test('returns 403 for origins that may not post', async () => {
  expect(
    (await fetchStamp({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).response
      .status,
  ).toBe(403)
  const { response } = await fetchStamp({ 'sec-fetch-site': 'cross-site', origin: allowedOrigin })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
    200,
    allowedOrigin,
  ])
})

test('returns 405 for other methods', async () => {
  const { response } = await server.request('/api/comment-stamp', {
    method: 'POST',
    body: '{}',
    headers: asNewClient(),
  })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})

test('returns 429 after 60 requests in a minute', async () => {
  const client = asNewClient()
  const statuses: number[] = []
  for (let i = 0; i < 61; i++) statuses.push((await fetchStamp(client)).response.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})

test('returns 200 with the signed-in user, to the site itself only', async () => {
  const { cookie } = await addSession(await addActor('moderator', 'Stella'))
  const staffOf = async (headers: Record<string, string>) => (await fetchStamp(headers)).staff
  expect(await staffOf({ Cookie: `session=${cookie}` })).toEqual({
    name: 'Stella',
    role: 'moderator',
  })
  expect(await staffOf({})).toBeUndefined()
  expect(await staffOf({ Cookie: 'session=none.such' })).toBeUndefined()
  expect(
    await staffOf({
      Cookie: `session=${cookie}`,
      'sec-fetch-site': 'cross-site',
      origin: allowedOrigin,
    }),
  ).toBeUndefined()
})
