/**
 * Sends every staff-only request to a server without permission, with every technique, and checks
 * whether anything was written or disclosed. Runs in a separate process with the server's database,
 * secret and checkout.
 */

import { createOwner } from '@/lib/auth/create-owner'
import { inviteStaff } from '@/lib/auth/invitations'
import { db } from '@/lib/db/client'
import { type AllowedStaff, addStaff, permittedStaff } from '@/test/authorisation/actors'
import { actions } from '@/test/authorisation/authorised-actions'
import { bodies, pages, pathOf, queries, routes } from '@/test/authorisation/authorised-routes'
import type { GuardedAction } from '@/test/authorisation/guarded-action'
import { encodeCalls } from '@/test/authorisation/server-actions'
import { addStrangers, type Stranger } from '@/test/authorisation/strangers'
import { addComment, addPost } from '@/test/database/add-rows'
import { databaseDigest } from '@/test/database/database-digest'
import { forEachConcurrently } from '@/tools/prove/load/for-each-concurrently'
import { type RawRequest, sendRawRequest } from '@/tools/prove/load/send-raw-request'
import { authorizedHeaders } from './authorized-headers'
import { authorizedRequest } from './authorized-requests'
import { type BypassTechnique, listBypassTechniques } from './bypass-techniques'
import { describeDisclosure, describeUnauthorizedWrite, secret } from './unauthorized-access'
import type { UnauthorizedResults } from './unauthorized-results'

const origin = process.argv[2] ?? ''
/** The number of attempts per subject; 0 for all of them. */
const someOfEach = Number(process.argv[3])
const concurrency = 8

const failures: string[] = []
let attempts = 0
let permittedCount = 0

await createOwner({
  email: 'olivia@example.org',
  password: 'a password of the owner',
  name: 'Olivia',
})
const staff = await addStaff()
const { owner } = staff
const { id: postId } = await addPost('a-draft', { draft: true, title: secret, content: secret })
await db().post.update({ where: { id: postId }, data: { authorId: staff.writer.staffId } })
const { id: publicId } = await addPost('a-post')
const commentId = await addComment(publicId)
const techniques = listBypassTechniques(process.cwd())

type Attempt = { who: Stranger; technique: BypassTechnique; request: RawRequest }

/**
 * Selects evenly distributed items. The selection varies by subject, so that each item is used for
 * some subject.
 */
function choose<T>(many: T[], subject: number): T[] {
  if (someOfEach === 0) return many
  return Array.from(
    { length: someOfEach },
    (_, n) => many[(subject * 7 + n * 37) % many.length],
  ).filter((one) => one !== undefined)
}

/**
 * Matches responses of Next.js that disclose nothing: redirects, errors such as 404, and the tree
 * of all pages without content.
 */
const disclosesNothing = /NEXT_(?:REDIRECT|HTTP_ERROR)|^\d+:\[\["children"/

/** Returns true if the request comes from a page in a browser that sends our cookie. */
const isPage = ({ headers }: Stranger) => 'Origin' in headers

/**
 * Returns the headers that the attacker can set. Pages cannot set `sec-` headers; old browsers do
 * not send them.
 */
const settableHeaders = (who: Stranger, { headers }: BypassTechnique) =>
  isPage(who)
    ? Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('sec-')))
    : headers

type Judge = (technique: BypassTechnique, status: number, text: string) => boolean
/**
 * Expects one of the statuses without a bypass technique. With one, other redirects and errors are
 * allowed, and 200 only without content. A failed connection or a 5xx is not a refusal.
 */
const refusedWith =
  (...statuses: number[]): Judge =>
  (technique, status, text) =>
    technique === techniques[0]
      ? statuses.includes(status)
      : (status >= 300 && status < 500) ||
        (status === 200 && (text.length <= 2 || disclosesNothing.test(text)))
/**
 * Accepts any response: Next.js renders the page again or reports an error, so only the effect
 * counts.
 */
const anyResponse: Judge = (_, status) => status !== 0

/** Returns the role of the staff for a route that others may use, too. */
function roleFor(allowed: AllowedStaff | 'cron' | 'author or staff'): AllowedStaff {
  if (allowed === 'cron') return 'owner'
  return allowed === 'author or staff' ? 'moderator' : allowed
}

let subjects = 0
async function tryAll(subject: string, all: Attempt[], isRefused: Judge): Promise<void> {
  const chosen = choose(all, subjects++)
  if (subjects % 20 === 0)
    console.log(
      `       owner-only  unauthorized requests to ${subjects} pages, ` +
        `routes and actions, ${attempts} attempts`,
    )
  const before = await databaseDigest()
  await forEachConcurrently(chosen, concurrency, async ({ who, technique, request }) => {
    const { status, text } = await sendRawRequest(origin, {
      ...request,
      path: technique.path(request.path),
      headers: { ...request.headers, ...settableHeaders(who, technique), ...who.headers },
    })
    attempts += 1
    const what = `${subject}, ${who.who}, ${technique.what}`
    if (text.includes(secret) || text.includes('/invitations/'))
      failures.push(describeDisclosure(what))
    else if (!isRefused(technique, status, text))
      failures.push(`${what}: unexpected ${status}: ${text.slice(0, 300)}`)
  })
  const written = Object.entries(await databaseDigest()).flatMap(([table, hash]) =>
    before[table] === hash ? [] : [table],
  )
  if (written.length > 0) failures.push(describeUnauthorizedWrite(subject, written))
}

/**
 * Combines every unauthorized user with every technique and one request each, which varies, and
 * with all requests without a technique. All combinations would be ten times as many without
 * additional coverage.
 */
const attemptsOf = (requests: RawRequest[], attackers: Stranger[]): Attempt[] =>
  attackers.flatMap((who, nth) =>
    techniques.flatMap((technique, n) => {
      const one = requests[(nth * 3 + n + subjects) % requests.length]
      return (n === 0 || !one ? requests : [one]).map((request) => ({ who, technique, request }))
    }),
  )

for (const [shape, allowed] of Object.entries(pages)) {
  if (allowed === 'public') continue
  // Browsers hide the responses of reads from pages of other sites.
  const strangers = (await addStrangers(allowed, staff)).filter((who) => !isPage(who))
  await tryAll(
    `GET ${shape}`,
    attemptsOf([{ method: 'GET', path: pathOf(shape, postId) }], strangers),
    refusedWith(307, 404),
  )
}

for (const [route, allowed] of Object.entries(routes)) {
  if (allowed === 'public') continue
  const [method = '', shape = ''] = route.split(' ')
  const strangers = await addStrangers(roleFor(allowed), staff)
  const headers = { 'content-type': 'application/json' }
  const body = Buffer.from(bodies[route] ?? '{"content":"Changed without permission."}')
  const path =
    allowed === 'author or staff'
      ? pathOf(shape, commentId)
      : pathOf(shape, postId) + (queries[route] ?? '')
  const request = { method, path, headers, ...(method !== 'GET' && { body }) }
  const those =
    method === 'GET' && allowed !== 'cron' ? strangers.filter((who) => !isPage(who)) : strangers
  await tryAll(route, attemptsOf([request], those), refusedWith(401, 403, 404))
}

const headersOf = (allowed: AllowedStaff | 'cron' | 'author or staff') =>
  authorizedHeaders(
    origin,
    allowed === 'cron' ? 'timer' : (permittedStaff(roleFor(allowed), staff)[0] ?? owner),
  )

/**
 * Checks that the request succeeds with permission; otherwise the refusals prove nothing. Runs
 * after all refusals, because it changes the data.
 */
async function sendAuthorized(
  subject: string,
  allowed: Parameters<typeof headersOf>[0],
  { request, isGranted }: ReturnType<typeof authorizedRequest>,
): Promise<void> {
  const response = await sendRawRequest(origin, {
    ...request,
    headers: { ...request.headers, ...(await headersOf(allowed)) },
  })
  if (isGranted(response)) permittedCount += 1
  else
    failures.push(
      `${subject} returned ${response.status} with permission, so its refusals prove ` +
        `nothing: ${response.text.slice(0, 300)}`,
    )
}

for (const [shape, allowed] of Object.entries(pages)) {
  if (allowed !== 'public')
    await sendAuthorized(`GET ${shape}`, allowed, authorizedRequest(`GET ${shape}`, postId))
}
for (const [route, allowed] of Object.entries(routes)) {
  if (allowed !== 'public')
    await sendAuthorized(
      route,
      allowed,
      authorizedRequest(route, allowed === 'author or staff' ? commentId : postId),
    )
}

async function tryAction(
  name: string,
  { allowed, page, leadsTo, prepare }: GuardedAction,
  isControlled: boolean,
): Promise<void> {
  const actor = permittedStaff(allowed, staff)[0] ?? owner
  const invite = () => inviteStaff(owner, `guest-${subjects}@example.org`)
  const { values, session } = await prepare({ ...staff, postId, actor, invite })
  const { scripted, plain } = await encodeCalls(name, values)
  const calls = await Promise.all(
    [scripted, plain].map(async (call) => ({
      body: Buffer.from(await call.arrayBuffer()),
      headers: Object.fromEntries(call.headers),
    })),
  )
  // Next.js runs an action for a POST to any page.
  const places = [page, '/', '/posts/a-post', '/admin/sign-in', '/search']
  const requests = calls.flatMap((call) =>
    places.map((path) => ({ method: 'POST', path, ...call })),
  )
  await tryAll(name, attemptsOf(requests, await addStrangers(allowed, staff)), anyResponse)
  if (!isControlled) return
  const headers = {
    ...(await headersOf(allowed)),
    ...(session && { Cookie: `session=${session.cookie}` }),
  }
  const [call] = requests
  if (!call) return
  const before = JSON.stringify(await databaseDigest())
  const response = await sendRawRequest(origin, {
    ...call,
    headers: { ...call.headers, ...headers },
  })
  const isDone = leadsTo
    ? response.location.includes(leadsTo)
    : JSON.stringify(await databaseDigest()) !== before
  if (isDone) permittedCount += 1
  else
    failures.push(
      `${name} has no effect with permission (${response.status}), so its ` +
        'refusals prove nothing',
    )
}

let place = 0
for (const [name, action] of Object.entries(actions)) {
  if (action.allowed !== 'public')
    await tryAction(name, action, someOfEach === 0 || place++ % 4 === 0)
}
await db().$disconnect()
process.send?.({
  failures,
  attempts,
  subjects,
  allowed: permittedCount,
} satisfies UnauthorizedResults)
process.exit()
