import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { startServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()

let status = 200
const requestedPaths: string[] = []
const target = await servePages(({ url = '' }, response) => {
  requestedPaths.push(url)
  const respond = () =>
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end('<title>A page</title><meta property="og:image" content="/a.png">')
  setTimeout(respond, url === '/slow' ? 1_500 : 0)
})
afterAll(target.close)
const server = await startServer({
  DATABASE_URL,
  LINK_PREVIEW_ALLOW_ORIGINS: target.origin,
  SITE_URL: 'https://blog.example',
})
await addPost('hello', { title: 'Hello', content: 'Words.' })
await db().post.update({ where: { slug: 'hello' }, data: { summary: 'A greeting.' } })
const session = await addSession(await addActor('writer'))
const moderator = await addSession(await addActor('moderator'))
const { token } = await db().staffSession.findUniqueOrThrow({ where: { id: session.id } })

// Uses the cookie name of an https site.
const cookieOf = (session: { cookie: string }) => `__Host-session=${session.cookie}`
const cookie = cookieOf(session)
const request = (
  url: string,
  {
    anew = '',
    headers = { cookie } as Record<string, string>,
    signal = AbortSignal.timeout(10_000),
  } = {},
) =>
  fetch(`${server.url}/admin/link-preview?${new URLSearchParams({ url, ...(anew && { anew }) })}`, {
    headers,
    signal,
  })

test('returns 200 with the card of the page, with images proxied by the blog', async () => {
  const response = await request(`${target.origin}/a`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    title: 'A page',
    description: '',
    image: expect.stringMatching(/^\/api\/og-image\?.*signature=/),
    siteName: '127.0.0.1',
    url: `${target.origin}/a`,
    favicon: expect.stringMatching(/^\/api\/og-image\?.*signature=/),
  })
})

test('returns 200 for a post of this blog from the database', async () => {
  const before = requestedPaths.length
  expect(await (await request('https://blog.example/posts/hello')).json()).toMatchObject({
    title: 'Hello',
    description: 'A greeting.',
  })
  expect(requestedPaths).toHaveLength(before)
})

test('serves the stored preview, including failures, until a refresh is requested', async () => {
  status = 503
  expect(await (await request(`${target.origin}/b`)).json()).toMatchObject({
    status: 500,
    code: 'target-refused',
  })
  status = 200
  expect((await request(`${target.origin}/b`)).status).toBe(500)
  expect(await (await request(`${target.origin}/b`, { anew: 'yes' })).json()).toMatchObject({
    title: 'A page',
  })
  const before = requestedPaths.length
  await request(`${target.origin}/b`)
  expect(requestedPaths).toHaveLength(before)
})

test('returns 400 for an invalid or non-public URL', async () => {
  for (const url of ['no url', 'http://169.254.169.254/']) {
    const response = await request(url)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  }
})

test('fetches nothing without a session (401), cross-site or for a moderator (403)', async () => {
  const before = requestedPaths.length
  const elsewhere = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const [headers, expected] of [
    [{}, 401],
    [{ cookie: `__Host-session=${token}` }, 401],
    [elsewhere, 403],
    [{ cookie: cookieOf(moderator) }, 403],
  ] as const) {
    expect((await request(`${target.origin}/c`, { headers: { ...headers } })).status).toBe(expected)
  }
  expect(requestedPaths).toHaveLength(before)
})

test('is exempt from the public limit of 30 requests a minute', async () => {
  for (let count = 0; count < 40; count++)
    expect((await request(`${target.origin}/a`)).status).toBe(200)
})

test('completes a fetch that another client is waiting for', async () => {
  const going = new AbortController()
  const left = request(`${target.origin}/slow`, { signal: going.signal })
  const stayed = request(`${target.origin}/slow`)
  await expect.poll(() => requestedPaths.includes('/slow')).toBe(true)
  // Leaves time for the second request to join the first.
  await new Promise((resolve) => setTimeout(resolve, 300))
  going.abort()
  await expect(left).rejects.toThrow()
  expect(await (await stayed).json()).toMatchObject({ title: 'A page' })
  expect(requestedPaths.filter((path) => path === '/slow')).toHaveLength(1)
})
