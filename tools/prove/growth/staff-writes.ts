import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '@/lib/auth/actor'
import { inviteModerator } from '@/lib/auth/invite-moderator'
import { addActor } from '@/test/authorisation/actors'
import { actions } from '@/test/authorisation/authorised-actions'
import { routes } from '@/test/authorisation/authorised-routes'
import type { GuardedAction } from '@/test/authorisation/guarded-action'
import { encodeCalls } from '@/test/authorisation/server-actions'
import { addComment, addPost } from '@/test/database/add-rows'
import { form } from '@/test/form-data'
import type { RawRequest } from '@/tools/prove/load/ask-raw'
import { headersOfStaff } from '@/tools/prove/requests/headers-of-staff'
import { permittedRequest } from '@/tools/prove/requests/permitted-requests'
import type { NamedWrite, PreparedWrite, Told } from './prepared-write'

/** A picture of one pixel, of another colour each time: one that is known is not stored again. */
function recolour(gif: Buffer): Buffer {
  const [paletteAt, paletteBytes] = [13, 6]
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

/** What the staff asks these routes for, and what timers do. */
export function routeWrites(
  origin: string,
  owner: Actor,
  postId: number,
  isTimed: (route: string) => boolean,
): NamedWrite[] {
  return Object.entries(routes).flatMap(([route, may]): NamedWrite[] => {
    const [method = '', shape = ''] = route.split(' ')
    if (may === 'public' || method === 'GET' || !isTimed(route)) return []
    const subject = async () => {
      if (shape.startsWith('/api/comments')) return addComment(postId)
      return shape.includes('[id]') ? (await addPost(`written-${randomUUID()}`)).id : postId
    }
    const prepare = async () => {
      const { request, isGranted } = permittedRequest(route, await subject())
      const headers = await headersOfStaff(origin, may === 'cron' ? 'timer' : owner)
      return {
        request: { ...requestOf(route, request), headers: { ...request.headers, ...headers } },
        isDone: isGranted,
      }
    }
    return [[byStaff(route, may), prepare]]
  })
}

/** What a reader may do to his own has two names. */
export const byStaff = (route: string, may: string) =>
  may === 'author or staff' ? `${route}, by the staff` : route

/** What an action returns that has not done it: Next sends that in the first rows. */
const isRefusal =
  /^[0-9a-f]+:\{(?:"fault":|"typed":.*"fault":|"refusals":[1-9]|"outcomes":.*"done":false)/m

/** It leads to where it says what was done, and not to what was wrong or missed, or to the sign-in. */
export const isCarriedOut = ({ status, text, location }: Told) =>
  (status === 200 || status === 303) &&
  !/[?&]fault=|[?&]missed=\d|\/admin\/sign-in\?(?!done=)/.test(location) &&
  (location !== '' || !isRefusal.test(text))

/** Public ones, whose time is that of a password's hash or of a mail server, or which ask no database; and what is stopped where it is done often, for the same hash. */
export const untimedActions: ReadonlySet<string> = new Set([
  'app/posts/preview-comment.tsx#previewComment',
  'app/admin/sign-in/actions.ts#signInToAdmin',
  'app/admin/forgotten/actions.ts#sendResetLink',
  'app/admin/reset/[token]/actions.ts#setPasswordAnew',
  'app/invitations/[token]/actions.ts#accept',
  'app/admin/account/actions.ts#changeOwnPassword',
])

/** Of a form with several buttons, those that do more than the first. */
const otherButtons: Record<string, { draft: boolean }> = {
  publish: { draft: true },
  unpublish: { draft: false },
  'make-preview': { draft: true },
}

/** What the form of a post does beside saving it. */
function pressedOf(act: string, { draft }: { draft: boolean }): GuardedAction {
  return {
    may: 'owner',
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

/** Every action of the staff, as a browser calls it. */
export async function actionWrites(
  origin: string,
  owner: Actor,
  postId: number,
): Promise<NamedWrite[]> {
  const moderator = await addActor('moderator')
  const invite = () => inviteModerator(owner, `${randomUUID()}@example.org`)
  const prepareFor = async (
    name: string,
    { page, leadsTo = '', prepare }: GuardedAction,
  ): Promise<PreparedWrite> => {
    const { values, session } = await prepare({ owner, moderator, postId, actor: owner, invite })
    const { scripted } = await encodeCalls(name, values)
    const headers = {
      ...Object.fromEntries(scripted.headers),
      ...(await headersOfStaff(origin, owner)),
    }
    return {
      request: {
        method: 'POST',
        path: page,
        headers: { ...headers, ...(session && { Cookie: `session=${session.cookie}` }) },
        body: Buffer.from(await scripted.arrayBuffer()),
      },
      isDone: (told) => isCarriedOut(told) && told.location.includes(leadsTo),
    }
  }
  const nameOf = (name: string) => name.replace(/^app\//, '').replace('/actions.ts', '')
  const save = 'app/admin/posts/[id]/actions.ts#save'
  return [
    ...Object.entries(actions).flatMap(([name, action]): NamedWrite[] =>
      action.may === 'public' || untimedActions.has(name)
        ? []
        : [[nameOf(name), () => prepareFor(name, action)]],
    ),
    ...Object.entries(otherButtons).map(
      ([act, state]): NamedWrite => [
        `${nameOf(save)}, ${act}`,
        () => prepareFor(save, pressedOf(act, state)),
      ],
    ),
  ]
}
