import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { actionId } from '@/test/authorisation/server-actions'
import { addSession } from '@/test/authorisation/sessions'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const server = await startServer({ DATABASE_URL, TRUSTED_PROXY_HOPS: '1' })
const { cookie } = await addSession(await addActor('owner'))
const { id } = await addPost('a-post')
const page = `/admin/posts/${id}`
const own = { Cookie: `session=${cookie}` }
const nested = '['.repeat(40_000) + ']'.repeat(40_000)

type Sent = { path?: string; headers?: Record<string, string>; body?: string; isChunked?: boolean }

/** Sends a server action. Unlike `fetch`, it does not normalise the path. */
async function send({ path = page, headers = {}, body = nested, isChunked = false }: Sent = {}) {
  const { port } = new URL(server.url)
  const action = {
    'Next-Action': actionId('app/admin/posts/[id]/actions.ts#save'),
    'Content-Type': 'text/plain;charset=UTF-8',
  }
  const sent = request({
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: { ...action, ...asNewClient(), ...headers },
  })
  if (isChunked) sent.setHeader('Transfer-Encoding', 'chunked')
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('error', reject).once('response', resolve).end(body)
  })
  const responseText = await text(response)
  const isProblem = response.headers['content-type']?.includes('problem')
  const code: unknown = isProblem ? JSON.parse(responseText).code : undefined
  return { status: response.statusCode, code, retryAfter: response.headers['retry-after'] }
}

const multipart = {
  headers: { 'Content-Type': 'multipart/form-data; boundary=part' },
  body: `--part\r\nContent-Disposition: form-data; name="0"\r\n\r\n${nested}\r\n--part--\r\n`,
}

test.each<[string, Sent]>([
  ['without a session', {}],
  [
    'with a forged signature',
    { headers: { Cookie: `session=${cookie.split('.')[0]}.${'A'.repeat(43)}` } },
  ],
  ['with a token that is not signed', { headers: { Cookie: `session=${cookie.split('.')[0]}` } }],
  ['as a form with files', multipart],
  ['without a length', { isChunked: true }],
  ['without a length, with a session', { isChunked: true, headers: own }],
  ['to the path of a route', { path: `/api/..${page}` }],
  ['to an escaped path', { path: `/admin/%2e%2e${page}` }],
  ['to the home page', { path: '/', headers: own }],
  ['to a comment', { path: '/comments/1', headers: own }],
  ['to a post', { path: '/posts/a-post', headers: own }],
  ['to a post behind the path of a route', { path: '/api/../posts/a-post', headers: own }],
  ['to the image upload without a session', { path: '/admin/images/upload' }],
])('returns 413 for a server action of 80 kB %s', async (_, sent) => {
  expect(await send(sent)).toMatchObject({ status: 413, code: 'body-too-large' })
})

test('accepts a large server action with a session cookie, and 60 of them a minute', async () => {
  const client = { ...own, ...asNewClient() }
  // The action itself refuses these arguments; only the limit matters here.
  const body = JSON.stringify(['x'.repeat(70_000)])
  for (let sent = 0; sent < 60; sent++)
    expect((await send({ headers: client, body })).code).toBeUndefined()
  expect(await send({ headers: client, body })).toMatchObject({
    status: 429,
    code: 'too-many-requests',
    retryAfter: expect.stringMatching(/^\d+$/),
  })
  // Small requests and automatic saves are not limited.
  expect((await send({ headers: client, body: '[]' })).code).toBeUndefined()
  const draft = {
    base: 1,
    slug: 'a-post',
    title: 'A title',
    summary: '',
    tags: [],
    cover: '',
    coverAlt: '',
    content: 'x'.repeat(70_000),
  }
  const saved = await fetch(`${server.url}${page}/draft`, {
    method: 'PUT',
    headers: { ...client, 'Content-Type': 'application/json' },
    body: JSON.stringify(draft),
  })
  expect(saved.status).toBe(200)
  const copy = await db().workingCopy.findUniqueOrThrow({ where: { postId: id } })
  expect(copy.content).toHaveLength(70_000)
})
