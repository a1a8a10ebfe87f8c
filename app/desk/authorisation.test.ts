/**
 * Who may what: every method of every route and every server action, found by reading the sources. One that is not in
 * these tables fails the first test; one that lets in whom it must not fails its own.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/auth/actor'
import { createOwner } from '@/lib/auth/create-owner'
import { inviteModerator } from '@/lib/auth/invite-moderator'
import { db } from '@/lib/db'
import { addActor } from '@/lib/testing/actors'
import { addComment, addPost } from '@/lib/testing/add-rows'
import { actions } from '@/lib/testing/authorised-actions'
import { ownDatabase } from '@/lib/testing/database'
import { databaseDigest } from '@/lib/testing/database-digest'
import { startServer, type TestServer } from '@/lib/testing/server'
import { type ActionName, callAction, listPages, listRouteMethods, listServerActions } from '@/lib/testing/server-actions'
import { addSession } from '@/lib/testing/sessions'

process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
const DATABASE_URL = await ownDatabase()
const networks = Array.from({ length: 1_000 }, (_, index) => `198.18.${index >> 8}.${index & 255}`)
/** Limits are tested elsewhere: each request comes from a network of its own. */
const nextNetwork = () => ({ 'X-Forwarded-For': networks.pop() ?? '203.0.113.1' })

let server: TestServer
let owner: Actor
let moderator: Actor
let postId: number

beforeAll(async () => {
  await createOwner({ email: 'olivia@example.org', password: 'the owner’s own password', name: 'Olivia' })
  owner = await addActor('owner')
  moderator = await addActor('moderator')
  postId = (await addPost('a-post')).id
  server = await startServer({ DATABASE_URL, TRUSTED_PROXY_HOPS: '1' })
})

/** An address of that shape, of something that is there. */
const pathOf = (shape: string) => shape.replace('[token]', 'none').replace('[id]', String(postId))

/** Everybody who must not get in, by the headers he sends. */
async function strangers(may: 'staff' | 'owner'): Promise<{ who: string; headers: Record<string, string> }[]> {
  const { cookie } = await addSession(may === 'owner' ? owner : moderator)
  const { cookie: expired } = await addSession(owner, -1_000)
  const [token] = cookie.split('.')
  return [
    { who: 'nobody', headers: {} },
    { who: 'an expired session', headers: { Cookie: `session=${expired}` } },
    { who: 'a token without our signature', headers: { Cookie: `session=${token}` } },
    { who: 'a token with a forged signature', headers: { Cookie: `session=${token}.${'A'.repeat(43)}` } },
    {
      who: 'another site’s page',
      headers: { Cookie: `session=${cookie}`, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    },
    { who: 'another site’s page in an old browser', headers: { Cookie: `session=${cookie}`, Origin: 'https://evil.example' } },
    { who: 'a sandboxed frame', headers: { Cookie: `session=${cookie}`, Origin: 'null' } },
    ...(may === 'owner' ? [{ who: 'a moderator', headers: { Cookie: `session=${(await addSession(moderator)).cookie}` } }] : []),
  ]
}

const routes: Record<string, 'public' | 'author or staff' | 'staff' | 'owner' | 'cron'> = {
  ...Object.fromEntries(
    ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /api/[[...rest]]`, 'public'] as const),
  ),
  'GET /api/comments': 'public',
  'POST /api/comments': 'public',
  'PATCH /api/comments/[id]': 'author or staff',
  'DELETE /api/comments/[id]': 'author or staff',
  // The form of who wrote it: it carries its token, and asks for no session.
  'POST /api/comments/[id]': 'public',
  'GET /api/health': 'public',
  'GET /api/og-image': 'public',
  'GET /api/og-metadata': 'public',
  'GET /api/openapi.yaml': 'public',
  'GET /api/badge/[file]': 'public',
  'GET /api/views': 'public',
  'POST /api/views': 'public',
  // Whoever shows the mailed token: it is asked for nothing else.
  'GET /api/unsubscribe': 'public',
  'POST /api/unsubscribe': 'public',
  'POST /api/verify-address': 'public',
  'GET /api/comment-stamp': 'public',
  'POST /api/csp-reports': 'public',
  'POST /api/comments/[id]/report': 'public',
  // What a browser's own cookies name, and what a signed ticket names.
  'POST /comments/yours': 'public',
  'POST /privacy/your-data/by-address': 'public',
  'GET /privacy/your-data/[ticket]/download': 'public',
  'POST /privacy/your-data/[ticket]/erase': 'public',
  'GET /desk/comments/news': 'staff',
  'GET /desk/link-preview': 'staff',
  'GET /desk/stats/download': 'owner',
  'GET /desk/posts/[id]/draft': 'owner',
  // Whom it lets in is tested beside it, with what it saves.
  'PUT /desk/posts/[id]/draft': 'owner',
  'GET /api/search': 'public',
  'GET /images/[name]': 'public',
  'POST /desk/images/upload': 'owner',
  'POST /desk/images/upload/to-store': 'owner',
  'POST /desk/images/upload/to-store/[id]': 'owner',
  'POST /desk/markdown-preview': 'owner',
  'GET /feeds/[feed]': 'public',
  'GET /files/[file]': 'public',
  'GET /posts/[slug]/comments.xml': 'public',
  'GET /posts/[slug]/markdown': 'public',
  'GET /tags/[tag]/feed.xml': 'public',
  'GET /posts/[slug]/opengraph-image': 'public',
  'GET /opengraph-image/[[...none]]': 'public',
  'GET /manifest.webmanifest/[[...none]]': 'public',
  'POST /api/cron/purge-pages': 'cron',
  ...Object.fromEntries(
    [
      ...['delete-old-mails', 'delete-old-submissions', 'delete-unused-link-previews', 'renew-link-previews', 'reseal-addresses'],
      ...['forget-networks', 'keep-view-marks', 'purge-deleted-comments', 'send-mails', 'publish-due-posts', 'forget-deleted-posts'],
    ].flatMap((name) => ['GET', 'POST'].map((method) => [`${method} /api/cron/${name}`, 'cron'] as const)),
  ),
}

const pages: Record<string, 'public' | 'staff' | 'owner'> = {
  '/desk': 'staff',
  '/desk/account': 'staff',
  '/desk/blocks': 'staff',
  '/desk/comments': 'staff',
  '/desk/posts': 'owner',
  '/desk/posts/[id]': 'owner',
  '/desk/posts/[id]/history': 'owner',
  '/desk/images': 'owner',
  '/desk/readers': 'owner',
  '/desk/reports': 'owner',
  '/desk/settings': 'owner',
  // What says that nothing is there.
  '/desk/[...rest]': 'public',
  '/desk/stats': 'owner',
  '/desk/people': 'owner',
  '/desk/sign-in': 'public',
  '/desk/forgotten': 'public',
  '/desk/reset/[token]': 'public',
}

test('every route, every page of the desk and every server action says who may', () => {
  expect(listRouteMethods().sort()).toEqual(Object.keys(routes).sort())
  expect(listPages('app/desk').sort()).toEqual(Object.keys(pages).sort())
  expect(listServerActions().sort()).toEqual(Object.keys(actions).sort())
})

const guardedActions = Object.entries(actions).flatMap(([name, action]) => (action.may === 'public' ? [] : [{ name, ...action }]))

describe.each(guardedActions)('$name', ({ name, may, page, leadsTo, prepare }) => {
  const call = (values: unknown[], headers: Record<string, string>) =>
    callAction(server.url, page, name as ActionName, values, { ...nextNetwork(), ...headers })

  test('does nothing for who must not', async () => {
    const { values } = await prepare({ owner, moderator, postId, actor: owner, invite: () => inviteModerator(owner, 'new@example.org') })
    for (const { who, headers } of await strangers(may)) {
      const before = await databaseDigest()
      const answer = await call(values, headers)
      expect(await databaseDigest(), who).toEqual(before)
      expect(answer.text, who).not.toContain('/invitations/')
      if (leadsTo) expect(String(answer.redirect), who).not.toContain(leadsTo)
      if (headers.Origin) expect([403, 500], who).toContain(answer.status)
    }
    // Next logs the origin it refuses in its own words; nothing else is to be heard.
  })

  test('does its work for who may', async () => {
    const actor = may === 'owner' ? owner : moderator
    const { values, session } = await prepare({ owner, moderator, postId, actor, invite: () => inviteModerator(owner, 'more@example.org') })
    const { cookie } = session ?? (await addSession(actor))
    const before = await databaseDigest()
    const answer = await call(values, { Cookie: `session=${cookie}`, Origin: server.url, 'Sec-Fetch-Site': 'same-origin' })
    expect(answer.status).toBeLessThan(400)
    if (leadsTo) expect(answer.redirect).toContain(leadsTo)
    else expect(await databaseDigest()).not.toEqual(before)
  })
})

const cronRoutes = Object.entries(routes).flatMap(([route, may]) => (may === 'cron' ? [route] : []))
test.each(cronRoutes)('%s is the timers’ alone, and not the owner’s', async (route) => {
  const [method = '', path = ''] = route.split(' ')
  const { cookie } = await addSession(owner)
  for (const headers of [{}, { Authorization: 'Bearer another secret' }, { Cookie: `session=${cookie}` }]) {
    expect((await fetch(server.url + path, { method, headers })).status).toBe(401)
  }
})

/** For a route that reads a body: one that it takes. */
const bodies: Record<string, string> = { 'POST /desk/markdown-preview': '{"content":"Words."}' }

const ownersRoutes = Object.entries(routes).flatMap(([route, may]) => (may === 'owner' && route.startsWith('GET') ? [route] : []))
test.each(ownersRoutes)('%s answers the owner alone', async (route) => {
  const [method = '', shape = ''] = route.split(' ')
  const path = pathOf(shape)
  const body = bodies[route]
  const send = (headers: Record<string, string>) =>
    fetch(server.url + path, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body }),
    })
  for (const { who, headers } of await strangers('owner')) {
    // What only reads, a browser hides from the page of another site by itself.
    if (method === 'GET' && 'Origin' in headers) continue
    const { status } = await send(headers)
    expect(status, who).toBe(who === 'a moderator' || 'Origin' in headers ? 403 : 401)
  }
  const { cookie } = await addSession(owner)
  const { status } = await send({ Cookie: `session=${cookie}` })
  // What a write that sends nothing is told, its own tests say.
  if (method === 'GET' || body) expect(status).toBe(200)
  else expect([400, 404, 415]).toContain(status)
})

describe.each(['PATCH', 'DELETE'])('%s /api/comments/[id]', (method) => {
  const send = (id: number, headers: Record<string, string>) =>
    server.ask(`/api/comments/${id}`, {
      method,
      headers: { ...nextNetwork(), ...headers, ...(method === 'PATCH' && { 'Content-Type': 'application/json' }) },
      ...(method === 'PATCH' && { body: JSON.stringify({ content: 'Changed by the staff.' }) }),
    })

  test('does nothing for who must not', async () => {
    const id = await addComment(postId)
    for (const { who, headers } of await strangers('staff')) {
      const before = await databaseDigest()
      const { response } = await send(id, headers)
      expect([401, 403], who).toContain(response.status)
      expect(await databaseDigest(), who).toEqual(before)
    }
  })

  test('does not take a session’s word from an origin that is merely allowed', async () => {
    const allowing = await startServer({ DATABASE_URL, TRUSTED_PROXY_HOPS: '1', ALLOWED_ORIGINS: 'https://friend.example' })
    const { cookie } = await addSession(owner)
    const id = await addComment(postId)
    const headers = { Cookie: `session=${cookie}`, Origin: 'https://friend.example', 'Sec-Fetch-Site': 'same-site' }
    const body = method === 'PATCH' ? { body: '{"content":"x"}', headers: { ...headers, 'Content-Type': 'application/json' } } : { headers }
    expect((await fetch(`${allowing.url}/api/comments/${id}`, { method, ...body })).status).toBe(401)
  })

  test('does its work for the owner and for a moderator', async () => {
    for (const actor of [owner, moderator]) {
      const id = await addComment(postId, { createdAt: new Date('2025-10-02T00:00:00Z') })
      const { cookie } = await addSession(actor)
      const { response, json } = await send(id, { Cookie: `session=${cookie}`, Origin: server.url, 'Sec-Fetch-Site': 'same-origin' })
      expect(response.status).toBe(200)
      expect(json).toMatchObject({ id, content: method === 'PATCH' ? 'Changed by the staff.' : '' })
    }
  })
})

describe.each(Object.entries(pages))('%s', (shape, may) => {
  const open = (cookie?: string) =>
    fetch(server.url + pathOf(shape), { redirect: 'manual', headers: cookie ? { Cookie: `session=${cookie}` } : {} })

  test('is in no cache, no index and no frame', async () => {
    const { headers } = await open((await addSession(owner)).cookie)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test.runIf(may !== 'public')('leads who is not signed in to the sign-in, and back', async () => {
    for (const cookie of [undefined, (await addSession(owner, -1_000)).cookie, 'forged.forged']) {
      const response = await open(cookie)
      expect(response.status).toBe(307)
      expect(response.headers.get('location')).toBe(`/desk/sign-in?next=${encodeURIComponent(pathOf(shape))}`)
    }
  })

  test.runIf(may === 'owner')('is not there for a moderator', async () => {
    const response = await open((await addSession(moderator)).cookie)
    expect(response.status).toBe(404)
    expect(await db().staff.count({ where: { role: 'owner' } })).toBeGreaterThan(0)
  })
})
