import { bodies, pathOf, queries } from '@/test/authorisation/authorised-routes'
import type { RawRequest } from '@/tools/prove/load/send-raw-request'

/** An image of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAPAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/**
 * The blog's own URL, so that previews of its posts need no network. (With http, the session cookie
 * has the name that unauthorized requests use.)
 */
export const ownSite = 'http://blog.example.org'

type AuthorizedRequest = {
  query?: string
  body?: Buffer
  type?: string
  status: number
  code?: string
  leadsTo?: string
}

/**
 * Pages and routes whose permitted response is not a plain 200, with the request and the response.
 */
const special: Record<string, AuthorizedRequest> = {
  // The admin area redirects authorized users to its first page and others to the sign-in.
  'GET /admin': { status: 307, leadsTo: '/admin/comments' },
  'PUT /admin/posts/[id]/draft': {
    body: Buffer.from(bodies['PUT /admin/posts/[id]/draft'] ?? ''),
    status: 200,
  },
  'PATCH /api/comments/[id]': {
    body: Buffer.from('{"content":"Changed by staff."}'),
    status: 200,
  },
  'POST /admin/images/upload': { body: gif, type: 'image/gif', status: 201 },
  // Without an object store, staff get a 404; unauthorized requests are rejected.
  'POST /admin/images/upload/to-store': { status: 404, code: 'not-found' },
  'POST /admin/images/upload/to-store/[id]': { status: 404, code: 'not-found' },
  'GET /admin/link-preview': {
    query: `?${new URLSearchParams({ url: `${ownSite}/posts/a-post` })}`,
    status: 200,
  },
}

type ServerResponse = { status: number; text: string; location: string }

/**
 * Returns a permitted request for a page or route.
 * @param id of the post or comment
 * @returns the request, and a function that recognises a permitted response
 */
export function authorizedRequest(
  route: string,
  id: number,
): { request: RawRequest; isGranted: (response: ServerResponse) => boolean } {
  const [method = '', shape = ''] = route.split(' ')
  const {
    query = queries[route] ?? '',
    type = 'application/json',
    status,
    code,
    leadsTo = '',
    ...own
  } = special[route] ?? { status: 200 }
  const bodyText = bodies[route]
  const body = own.body ?? (bodyText === undefined ? undefined : Buffer.from(bodyText))
  return {
    request: {
      method,
      path: pathOf(shape, id) + query,
      ...(body && { headers: { 'content-type': type }, body }),
    },
    isGranted: (response) =>
      response.status === status &&
      (code === undefined || response.text.includes(`"code":"${code}"`)) &&
      response.location.startsWith(leadsTo),
  }
}
