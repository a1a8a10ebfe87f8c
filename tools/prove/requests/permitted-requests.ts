import { bodies, pathOf, queries } from '@/test/authorisation/authorised-routes'
import type { RawRequest } from '@/tools/prove/load/ask-raw'

/** A picture of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAPAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
const post = {
  base: 1,
  slug: '',
  title: 'A title',
  summary: '',
  tags: [],
  cover: '',
  coverAlt: '',
  content: 'Words.',
}

/** What the blog is called by: a link to a post of its own is read without a network. (Over http, where a session's cookie has the name that strangers try.) */
export const ownSite = 'http://blog.example.org'

type Permitted = {
  query?: string
  body?: Buffer
  type?: string
  status: number
  code?: string
  leadsTo?: string
}

/** For a page or route that says more to who may than 200: what he sends it, and what he is told. */
const permitted: Record<string, Permitted> = {
  // The admin area itself is its first room, where strangers are led to the sign-in.
  'GET /admin': { status: 307, leadsTo: '/admin/comments' },
  'PUT /admin/posts/[id]/draft': { body: Buffer.from(JSON.stringify(post)), status: 200 },
  'PATCH /api/comments/[id]': {
    body: Buffer.from('{"content":"Changed by the staff."}'),
    status: 200,
  },
  'POST /admin/images/upload': { body: gif, type: 'image/gif', status: 201 },
  // Where no store is configured there is none to send to: who may is told so, and nobody else.
  'POST /admin/images/upload/to-store': { status: 404, code: 'not-found' },
  'POST /admin/images/upload/to-store/[id]': { status: 404, code: 'not-found' },
  'GET /admin/link-preview': {
    query: `?${new URLSearchParams({ url: `${ownSite}/posts/a-post` })}`,
    status: 200,
  },
}

type Told = { status: number; text: string; location: string }

/**
 * What who may asks a page or route for.
 * @param id of the post or the comment that it is about
 * @returns the request, and whether an answer to it is one to who may
 */
export function permittedRequest(
  route: string,
  id: number,
): { request: RawRequest; isGranted: (answer: Told) => boolean } {
  const [method = '', shape = ''] = route.split(' ')
  const {
    query = queries[route] ?? '',
    type = 'application/json',
    status,
    code,
    leadsTo = '',
    ...own
  } = permitted[route] ?? { status: 200 }
  const given = bodies[route]
  const body = own.body ?? (given === undefined ? undefined : Buffer.from(given))
  return {
    request: {
      method,
      path: pathOf(shape, id) + query,
      ...(body && { headers: { 'content-type': type }, body }),
    },
    isGranted: (told) =>
      told.status === status &&
      (code === undefined || told.text.includes(`"code":"${code}"`)) &&
      told.location.startsWith(leadsTo),
  }
}
