import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '@/lib/auth/actor'
import { inviteStaff } from '@/lib/auth/invitations'
import { addStaff } from '@/test/authorisation/actors'
import { actions } from '@/test/authorisation/authorised-actions'
import { routes } from '@/test/authorisation/authorised-routes'
import type { GuardedAction } from '@/test/authorisation/guarded-action'
import { encodeCalls } from '@/test/authorisation/server-actions'
import { addComment, addPost } from '@/test/database/add-rows'
import { form } from '@/test/form-data'
import type { RawRequest } from '@/tools/prove/load/send-raw-request'
import { authorizedHeaders } from '@/tools/prove/requests/authorized-headers'
import { authorizedRequest } from '@/tools/prove/requests/authorized-requests'
import type { NamedWrite, PreparedWrite, WriteResponse } from './prepared-write'

/**
 * Returns a one-pixel image of another colour each time, because known images are not stored again.
 */
function recolour(gif: Buffer): Buffer {
  const paletteAt = 13
  const paletteBytes = 6
  return Buffer.concat([
    gif.subarray(0, paletteAt),
    randomBytes(paletteBytes),
    gif.subarray(paletteAt + paletteBytes),
  ])
}

const requestOf = (route: string, request: RawRequest): RawRequest =>
  route === 'POST /admin/images/upload' && request.body
    ? { ...request, body: recolour(request.body) }
    : request

/** Returns the writes of staff by routes, and those of timers. */
export function routeWrites(
  origin: string,
  owner: Actor,
  postId: number,
  isTimed: (route: string) => boolean,
): NamedWrite[] {
  return Object.entries(routes).flatMap(([route, allowed]): NamedWrite[] => {
    const [method = '', shape = ''] = route.split(' ')
    if (allowed === 'public' || method === 'GET' || !isTimed(route)) return []
    const subject = async () => {
      if (shape.startsWith('/api/comments')) return addComment(postId)
      return shape.includes('[id]') ? (await addPost(`written-${randomUUID()}`)).id : postId
    }
    const prepare = async () => {
      const { request, isGranted } = authorizedRequest(route, await subject())
      const headers = await authorizedHeaders(origin, allowed === 'cron' ? 'timer' : owner)
      return {
        request: { ...requestOf(route, request), headers: { ...request.headers, ...headers } },
        isDone: isGranted,
      }
    }
    return [[byStaff(route, allowed), prepare]]
  })
}

/** Returns the name of a route as used by staff, if authors may use it, too. */
export const byStaff = (route: string, allowed: string) =>
  allowed === 'author or staff' ? `${route}, by the staff` : route

/** Matches the result of an action that failed. Next.js sends it in the first rows. */
const isRefusal =
  /^[0-9a-f]+:\{(?:"fault":|"typed":.*"faults?":|"refusals":[1-9]|"outcomes":.*"done":false)/m

/**
 * Returns true if the response or redirect reports success, and not an error, a missing item or the
 * sign-in.
 */
export const hasSucceeded = ({ status, text, location }: WriteResponse) =>
  (status === 200 || status === 303) &&
  !/[?&]error=|\/admin\/sign-in\?(?!done=)/.test(location) &&
  (location !== '' || !isRefusal.test(text))

/**
 * Actions that are not timed: public ones dominated by a password hash or the mail server, those
 * without a database, and those with a strict rate limit because of the hash.
 */
export const untimedActions: ReadonlySet<string> = new Set([
  'app/(blog)/posts/preview-comment.tsx#previewComment',
  'app/admin/sign-in/actions.ts#signInToAdmin',
  'app/admin/sign-in/code/actions.ts#enterSignInCode',
  'app/admin/forgotten/actions.ts#sendResetLink',
  'app/admin/reset/[token]/actions.ts#setNewPassword',
  'app/invitations/[token]/actions.ts#accept',
  'app/(blog)/mail-links/moderate/actions.ts#decide',
  'app/admin/account/actions.ts#changeOwnPassword',
])

/** The buttons of the post form besides Save, and whether the post must be a draft. */
const otherButtons: Record<string, { draft: boolean }> = {
  publish: { draft: true },
  unpublish: { draft: false },
  'make-preview': { draft: true },
}

/** Returns the action of another button of the post form than Save. */
function postFormAction(act: string, { draft }: { draft: boolean }): GuardedAction {
  return {
    allowed: 'author',
    page: '/admin/posts/1',
    prepare: async () => {
      const { id, slug, title, content } = await addPost(`pressed-${randomUUID()}`, { draft })
      const fields = {
        id: String(id),
        base: '1',
        slug,
        title,
        content,
        summary: '',
        tags: '',
        cover: '',
        coverAlt: '',
        act,
      }
      return { values: [{ refusals: 0 }, form(fields)] }
    },
  }
}

/** Returns every staff action as a browser calls it. */
export async function actionWrites(
  origin: string,
  owner: Actor,
  postId: number,
): Promise<NamedWrite[]> {
  const staff = { ...(await addStaff()), owner }
  const invite = () => inviteStaff(owner, `${randomUUID()}@example.org`)
  const prepareFor = async (
    name: string,
    { page, leadsTo = '', prepare }: GuardedAction,
  ): Promise<PreparedWrite> => {
    const { values, session } = await prepare({ ...staff, postId, actor: owner, invite })
    const { scripted } = await encodeCalls(name, values)
    const headers = {
      ...Object.fromEntries(scripted.headers),
      ...(await authorizedHeaders(origin, owner)),
    }
    return {
      request: {
        method: 'POST',
        path: page,
        headers: { ...headers, ...(session && { Cookie: `session=${session.cookie}` }) },
        body: Buffer.from(await scripted.arrayBuffer()),
      },
      isDone: (result) => hasSucceeded(result) && result.location.includes(leadsTo),
    }
  }
  const nameOf = (name: string) => name.replace(/^app\//, '').replace('/actions.ts', '')
  const save = 'app/admin/posts/[id]/actions.ts#save'
  return [
    ...Object.entries(actions).flatMap(([name, action]): NamedWrite[] =>
      action.allowed === 'public' || untimedActions.has(name)
        ? []
        : [[nameOf(name), () => prepareFor(name, action)]],
    ),
    ...Object.entries(otherButtons).map(
      ([act, state]): NamedWrite => [
        `${nameOf(save)}, ${act}`,
        () => prepareFor(save, postFormAction(act, state)),
      ],
    ),
  ]
}
