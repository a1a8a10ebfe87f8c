import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import type { Actor } from '@/lib/auth/actor'
import { findSession } from '@/lib/auth/find-session'
import { tokenOf } from '@/lib/auth/session-cookie'
import { refuseCrossSite } from '@/lib/security/refuse-cross-site'
import { sessionCookieName } from './session-cookie-name'

/**
 * Who sends this request, by its session cookie; undefined where nobody is signed in. Looked up once a request.
 * @throws DatabaseUnavailable
 */
export const signedIn: () => Promise<Actor | undefined> = cache(async () => {
  const cookie = (await cookies()).get(sessionCookieName())?.value
  const token = cookie === undefined ? undefined : tokenOf(cookie)
  return token === undefined ? undefined : findSession(token)
})

/**
 * The same for an address of the API: what a foreign origin sends, even an allowed one, is not the word of who is
 * signed in here. A request without the cookie, as nearly all are, is asked no further.
 * @throws AppError `cross-site`; DatabaseUnavailable
 */
export async function signedInHere({
  headers,
}: Pick<Request, 'headers'>): Promise<Actor | undefined> {
  if (refuseCrossSite(headers) !== undefined) return undefined
  return headers.get('cookie')?.includes(`${sessionCookieName()}=`) ? signedIn() : undefined
}
