import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { askRaw, type RawRequest } from '@/bench/prove/load/ask-raw'
import { headersOfStaff } from '@/bench/prove/requests/headers-of-staff'
import { permittedRequest } from '@/bench/prove/requests/permitted-requests'
import type { Actor } from '@/lib/auth/actor'
import { inviteModerator } from '@/lib/auth/invite-moderator'
import { db } from '@/lib/db'
import { issueDataTicket } from '@/lib/mail/data-ticket'
import { unsubscribeToken, verificationToken } from '@/lib/mail/mail-links'
import { sealAddress } from '@/lib/mail/reader-address'
import { addActor } from '@/lib/testing/actors'
import { addComment, addPost } from '@/lib/testing/add-rows'
import { actions, type GuardedAction } from '@/lib/testing/authorised-actions'
import { routes } from '@/lib/testing/authorised-routes'
import { encodeCalls } from '@/lib/testing/server-actions'

type Told = { status: number; text: string; location: string }
/** One that is sent once: it has something of its own to change. */
export type PreparedWrite = { request: RawRequest; isDone: (told: Told) => boolean }
type Prepare = () => Promise<PreparedWrite>

/** What is not timed: what says that nothing is there, what asks another site, which is not there, and the plain form of what is timed as PATCH and DELETE. */
const isNotTimed = (route: string) => / \/api\/\[\[|\/to-store|^POST \/api\/comments\/\[id\]$/.test(route)

/** Writes of routes that are not among those that are timed. */
export function findUntimedWrites(timed: ReadonlySet<string>): string[] {
  return Object.keys(routes).filter(
    (route) => !/^(?:GET|HEAD) /.test(route) && !isNotTimed(route) && !timed.has(route) && !timed.has(`${route}, by the staff`),
  )
}

/** What the staff asks routes for, and what timers do. */
function routeWrites(origin: string, owner: Actor, postId: number): [string, Prepare][] {
  return Object.entries(routes).flatMap(([route, may]) => {
    const [method = '', shape = ''] = route.split(' ')
    if (may === 'public' || method === 'GET' || isNotTimed(route)) return []
    const subject = async () => {
      if (shape.startsWith('/api/comments')) return addComment(postId)
      return shape.includes('[id]') ? (await addPost(`written-${randomUUID()}`)).id : postId
    }
    const prepare: Prepare = async () => {
      const { request, isGranted } = permittedRequest(route, await subject())
      const headers = await headersOfStaff(origin, may === 'cron' ? 'timer' : owner)
      return { request: { ...request, headers: { ...request.headers, ...headers } }, isDone: isGranted }
    }
    return [[may === 'author or staff' ? `${route}, by the staff` : route, prepare]]
  })
}

/** What an action returns that has not done it: Next sends that in the first rows. */
const isRefusal = /^\d+:\{(?:"fault":|"refusals":[1-9]|"outcomes":.*"done":false)/m

/** It leads to where it says what was done, and not to what was wrong or to the sign-in. */
export const isCarriedOut = ({ status, text, location }: Told) =>
  (status === 200 || status === 303) && !/[?&]fault=|\/desk\/sign-in\?(?!done=)/.test(location) && !isRefusal.test(text)

/** Every action of the staff, as a browser calls it, but the change of a password: who changes his often is stopped, and its time is that of a hash. */
function actionWrites(origin: string, owner: Actor, moderator: Actor, postId: number): [string, Prepare][] {
  const invite = () => inviteModerator(owner, `${randomUUID()}@example.org`)
  const prepareFor = async (name: string, { page, leadsTo, prepare }: GuardedAction): Promise<PreparedWrite> => {
    const { values, session } = await prepare({ owner, moderator, postId, actor: owner, invite })
    const { scripted } = await encodeCalls(name, values)
    const headers = { ...Object.fromEntries(scripted.headers), ...(await headersOfStaff(origin, owner)) }
    return {
      request: {
        method: 'POST',
        path: page,
        headers: { ...headers, ...(session && { Cookie: `session=${session.cookie}` }) },
        body: Buffer.from(await scripted.arrayBuffer()),
      },
      isDone: (told) => isCarriedOut(told) && (!leadsTo || told.location.includes(leadsTo)),
    }
  }
  return Object.entries(actions).flatMap(([name, action]) =>
    action.may === 'public' || name.endsWith('#changeOwnPassword')
      ? []
      : [[name.replace(/^app\//, '').replace('/actions.ts', ''), () => prepareFor(name, action)]],
  )
}

const added = z.object({ id: z.number(), edit_token: z.string() })

/** What mailed links change, what readers ask of their own data, and what browsers report. */
function readersWrites(origin: string, { id: postId, slug }: { id: number; slug: string }): [string, Prepare][] {
  const posting = (path: string, fields: object, status: number): PreparedWrite => ({
    request: { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(fields)) },
    isDone: (told) => told.status === status,
  })
  const addReader = async () => {
    const email = `${randomUUID()}@example.org`
    const address = await db().readerAddress.create({ data: sealAddress(email) })
    const { id: comment } = await db().comment.create({
      data: { postId, status: 'published', authorName: 'Ada', content: 'Words.', addressId: address.id },
    })
    return { email, address, comment }
  }
  const report = () => ({
    'document-uri': 'https://blog.example/',
    'effective-directive': 'img-src',
    'blocked-uri': `https://${randomUUID()}.example`,
  })
  return [
    [
      'POST /api/unsubscribe',
      async () =>
        posting('/api/unsubscribe', { token: unsubscribeToken((await addReader()).address), 'List-Unsubscribe': 'One-Click' }, 200),
    ],
    [
      'POST /api/verify-address',
      async () => {
        const { address, comment } = await addReader()
        return posting('/api/verify-address', { token: verificationToken(address, comment) }, 303)
      },
    ],
    [
      'POST /privacy/your-data/[ticket]/erase',
      async () => {
        const { address } = await addReader()
        return posting(`/privacy/your-data/${issueDataTicket({ addressIds: [address.id], commentIds: [] })}/erase`, { sure: 'yes' }, 303)
      },
    ],
    [
      'POST /privacy/your-data/by-address',
      async () => {
        const { email } = await addReader()
        return posting('/privacy/your-data/by-address', { author_email: email }, 303)
      },
    ],
    [
      'POST /comments/yours',
      async () => {
        const { request } = posting('/api/comments', { slug, author_name: 'Ada', content: `Words ${randomUUID()}` }, 201)
        const { id, edit_token } = added.parse(JSON.parse((await askRaw(origin, request)).text))
        return posting('/comments/yours', { tokens: `${id} ${edit_token}` }, 303)
      },
    ],
    ['POST /api/csp-reports', async () => posting('/api/csp-reports', { 'csp-report': report() }, 200)],
  ]
}

/** By their names, the writes that are not a reader's own: those of the staff, of timers, by mailed links and by browsers. */
export async function listRareWrites(origin: string): Promise<ReadonlyMap<string, Prepare>> {
  const owner = await addActor('owner')
  const moderator = await addActor('moderator')
  // Whose comments the staff closes; those of the other stay open.
  const { id: postId } = await addPost('written-by-staff')
  const open = await addPost('written-by-readers')
  return new Map([...routeWrites(origin, owner, postId), ...actionWrites(origin, owner, moderator, postId), ...readersWrites(origin, open)])
}
