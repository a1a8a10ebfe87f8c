/**
 * Authorisation of every route method, admin page and server action, found by reading the sources.
 * Those of the admin area must be closed to everyone but the owner, unless `test/authorisation`
 * names another role.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { inviteStaff } from '@/lib/auth/invitations'
import { db } from '@/lib/db/client'
import {
  type AllowedStaff,
  addActor,
  addStaff,
  permittedStaff,
  type Staff,
} from '@/test/authorisation/actors'
import { actions } from '@/test/authorisation/authorised-actions'
import { bodies, pages, pathOf, queries, routes } from '@/test/authorisation/authorised-routes'
import type { GuardedAction } from '@/test/authorisation/guarded-action'
import {
  type ActionName,
  callAction,
  listServerActions,
  routeOf,
} from '@/test/authorisation/server-actions'
import { addSession } from '@/test/authorisation/sessions'
import { addStrangers, type Stranger } from '@/test/authorisation/strangers'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { databaseDigest } from '@/test/database/database-digest'
import { form } from '@/test/form-data'
import { isNightly } from '@/test/nightly'
import { startServer, type TestServer } from '@/test/servers/server'
import { callsNoTimers, withModules } from '@/test/with-module'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
const networks = Array.from({ length: 1_000 }, (_, index) => `198.18.${index >> 8}.${index & 255}`)
/** Sends each request from a new network, because limits are tested elsewhere. */
const nextNetwork = () => ({ 'X-Forwarded-For': networks.pop() ?? '203.0.113.1' })

let server: TestServer
let staff: Staff
let postId: number

beforeAll(async () => {
  await createOwner({
    email: 'olivia@example.org',
    password: 'the owner’s own password',
    name: 'Olivia',
  })
  staff = await addStaff()
  postId = (await addPost('a-post')).id
  await db().post.update({ where: { id: postId }, data: { authorId: staff.writer.staffId } })
  server = await startServer({
    DATABASE_URL,
    TRUSTED_PROXY_HOPS: '1',
    ...withModules(callsNoTimers),
  })
})

/**
 * Returns callers without permission. `npm test` omits invalid sessions, because their detection
 * does not depend on what is requested; a request without a session stands for them.
 */
const testedStrangers = async (allowed: AllowedStaff) =>
  (await addStrangers(allowed, staff)).filter(({ who }) => isNightly || !/session|token/.test(who))

/** Returns the entry of an action without one: it must do nothing for anyone but the owner. */
const unlisted = (name: string): GuardedAction => ({
  allowed: 'owner',
  page: routeOf(name.split('#')[0] ?? ''),
  prepare: async () => ({ values: [form({})] }),
})

const found = listServerActions()
const guardedActions = found.flatMap((name) => {
  const action = actions[name] ?? unlisted(name)
  return action.allowed === 'public' ? [] : [{ name, ...action }]
})

test('names only actions that exist', () => {
  expect(found).toEqual(expect.arrayContaining(Object.keys(actions)))
})

describe.each(guardedActions)('$name', ({ name, allowed, page, leadsTo, prepare }) => {
  const call = (values: unknown[], headers: Record<string, string>) =>
    callAction(server.url, page, name as ActionName, values, { ...nextNetwork(), ...headers })

  test('does nothing for callers without permission', async () => {
    const { values } = await prepare({
      ...staff,
      postId,
      actor: staff.owner,
      invite: () => inviteStaff(staff.owner, 'new@example.org'),
    })
    const strangers = await testedStrangers(allowed)
    const before = await databaseDigest()
    const expectRefused = async ({ who, headers }: Stranger) => {
      const response = await call(values, headers)
      expect(response.text, who).not.toContain('/invitations/')
      if (leadsTo) expect(String(response.redirect), who).not.toContain(leadsTo)
      if (headers.Origin) expect([403, 500], who).toContain(response.status)
    }
    await Promise.all(strangers.map(expectRefused))
    expect(await databaseDigest()).toEqual(before)
  })

  if (name in actions)
    test('performs the action for permitted callers', async () => {
      for (const actor of permittedStaff(allowed, staff)) {
        const { values, session } = await prepare({
          ...staff,
          postId,
          actor,
          invite: () => inviteStaff(staff.owner, 'more@example.org'),
        })
        const { cookie } = session ?? (await addSession(actor))
        const before = await databaseDigest()
        const response = await call(values, {
          Cookie: `session=${cookie}`,
          Origin: server.url,
          'Sec-Fetch-Site': 'same-origin',
        })
        expect(response.status).toBeLessThan(400)
        if (leadsTo) expect(response.redirect).toContain(leadsTo)
        else expect(await databaseDigest()).not.toEqual(before)
      }
    })
})

const cronRoutes = Object.entries(routes).flatMap(([route, allowed]) =>
  allowed === 'cron' ? [route] : [],
)
test.each(cronRoutes)('%s requires the cron secret, not a session', async (route) => {
  const [method = '', path = ''] = route.split(' ')
  const { cookie } = await addSession(staff.owner)
  for (const headers of [
    {},
    { Authorization: 'Bearer another secret' },
    { Cookie: `session=${cookie}` },
  ]) {
    expect((await fetch(server.url + path, { method, headers })).status).toBe(401)
  }
})

const staffsRoutes = Object.entries(routes).flatMap(([route, allowed]) =>
  allowed === 'public' || allowed === 'cron' || allowed === 'author or staff'
    ? []
    : [[route, allowed] as const],
)
test.each(staffsRoutes)('%s is restricted to role %s', async (route, allowed) => {
  const [method = '', shape = ''] = route.split(' ')
  const path = pathOf(shape, postId) + (queries[route] ?? '')
  const body = bodies[route]
  const send = (headers: Record<string, string>) =>
    fetch(server.url + path, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body }),
    })
  const strangers = await testedStrangers(allowed)
  const before = await databaseDigest()
  const expectRefused = async ({ who, headers }: Stranger) => {
    // Browsers hide the response to a cross-origin read themselves.
    if (method === 'GET' && 'Origin' in headers) return
    const { status } = await send(headers)
    const isStaff = who === 'a moderator' || who === 'a writer'
    const refused = isStaff || 'Origin' in headers ? 403 : 401
    // Writers get 404 for posts by others.
    expect(status, who).toBe(who === 'another writer' ? 404 : refused)
  }
  await Promise.all(strangers.map(expectRefused))
  expect(await databaseDigest()).toEqual(before)
  for (const actor of permittedStaff(allowed, staff)) {
    const { cookie } = await addSession(actor)
    const { status } = await send({ Cookie: `session=${cookie}`, Origin: server.url })
    // The response itself is tested beside the route.
    expect([401, 403]).not.toContain(status)
  }
})

describe.each(['PATCH', 'DELETE'])('%s /api/comments/[id]', (method) => {
  const send = (id: number, headers: Record<string, string>) =>
    server.request(`/api/comments/${id}`, {
      method,
      headers: {
        ...nextNetwork(),
        ...headers,
        ...(method === 'PATCH' && { 'Content-Type': 'application/json' }),
      },
      ...(method === 'PATCH' && { body: JSON.stringify({ content: 'Changed by the staff.' }) }),
    })

  test('does nothing for callers without permission', async () => {
    const id = await addComment(postId)
    const strangers = await testedStrangers('moderator')
    const before = await databaseDigest()
    for (const { who, headers } of strangers) {
      const { response } = await send(id, headers)
      expect([401, 403], who).toContain(response.status)
    }
    expect(await databaseDigest()).toEqual(before)
  })

  test('edits or deletes for the owner and for a moderator', async () => {
    for (const actor of [staff.owner, staff.moderator]) {
      const id = await addComment(postId, { createdAt: new Date('2025-10-02T00:00:00Z') })
      const { cookie } = await addSession(actor)
      const { response, json } = await send(id, {
        Cookie: `session=${cookie}`,
        Origin: server.url,
        'Sec-Fetch-Site': 'same-origin',
      })
      expect(response.status).toBe(200)
      expect(json).toMatchObject({ id, content: method === 'PATCH' ? 'Changed by the staff.' : '' })
    }
  })
})

test('an origin that is merely allowed may not use a session', async () => {
  const allowing = await startServer({
    DATABASE_URL,
    TRUSTED_PROXY_HOPS: '1',
    ALLOWED_ORIGINS: 'https://friend.example',
  })
  const { cookie } = await addSession(staff.owner)
  const id = await addComment(postId)
  const headers = {
    Cookie: `session=${cookie}`,
    Origin: 'https://friend.example',
    'Sec-Fetch-Site': 'same-site',
  }
  const send = async (method: string, body: string | null, type = {}) => {
    const request = { method, body, headers: { ...headers, ...type } }
    return (await fetch(`${allowing.url}/api/comments/${id}`, request)).status
  }
  expect(await send('PATCH', '{"content":"x"}', { 'Content-Type': 'application/json' })).toBe(401)
  expect(await send('DELETE', null)).toBe(401)
})

describe.each(Object.entries(pages))('%s', (shape, allowed) => {
  const open = (cookie?: string) =>
    fetch(server.url + pathOf(shape, postId), {
      redirect: 'manual',
      headers: cookie ? { Cookie: `session=${cookie}` } : {},
    })

  test('must not be cached, indexed or framed', async () => {
    const { headers } = await open((await addSession(staff.owner)).cookie)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  if (allowed !== 'public')
    test('redirects signed-out visitors to the sign-in page and back', async () => {
      for (const cookie of [
        undefined,
        (await addSession(staff.owner, -1_000)).cookie,
        'forged.forged',
      ]) {
        const response = await open(cookie)
        expect(response.status).toBe(307)
        expect(response.headers.get('location')).toBe(
          `/admin/sign-in?next=${encodeURIComponent(pathOf(shape, postId))}`,
        )
      }
    })

  if (allowed !== 'public')
    test('opens for permitted staff, and returns 404 to others', async () => {
      for (const actor of permittedStaff(allowed, staff))
        expect([200, 307]).toContain((await open((await addSession(actor)).cookie)).status)
      const { moderator, writer } = staff
      const other = await addActor('writer', 'Willem Writer')
      const strangers = [moderator, writer, ...(allowed === 'author' ? [other] : [])].filter(
        (actor) => !permittedStaff(allowed, staff).includes(actor),
      )
      for (const actor of strangers)
        expect((await open((await addSession(actor)).cookie)).status, actor.name).toBe(404)
    })
})

test.each(['owner', 'moderator', 'writer'] as const)(
  'the navigation of a %s contains only pages that they may open',
  async (role) => {
    const headers = { Cookie: `session=${(await addSession(staff[role])).cookie}` }
    const open = (path: string) => fetch(server.url + path, { redirect: 'manual', headers })
    const page = await (await open('/admin/account')).text()
    const links = [...page.matchAll(/<a [^>]*href="(\/admin[^"]*)"/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect([200, 307], link).toContain((await open(link)).status)
  },
)
