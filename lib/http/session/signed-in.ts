import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import type { Actor } from '@/lib/auth/actor'
import { findSession, sessionSecondsMax } from '@/lib/auth/session'
import { isFromOtherSite } from '@/lib/security/refuse-cross-site'
import { cookieAttributes, sessionCookie, sessionCookieName, tokenOf } from './session-cookie'

/**
 * Returns the staff member of the session cookie; undefined if nobody is signed in. The lookup runs
 * once per request.
 * @throws DatabaseUnavailable
 */
export const signedIn: () => Promise<Actor | undefined> = cache(async () => {
  const cookie = (await cookies()).get(sessionCookieName())?.value
  const token = cookie === undefined ? undefined : tokenOf(cookie)
  return token === undefined ? undefined : findSession(token)
})

/** Returns the language of the signed-in staff member (BCP 47); null for the blog's language. */
export const staffLanguage = async (): Promise<string | null> =>
  (await signedIn())?.language ?? null

/**
 * Returns the signed-in staff member for an API request. Ignores sessions in requests of other
 * origins.
 * @throws DatabaseUnavailable
 */
export async function signedInHere({
  headers,
}: Pick<Request, 'headers'>): Promise<Actor | undefined> {
  if (isFromOtherSite(headers)) return undefined
  return headers.get('cookie')?.includes(`${sessionCookieName()}=`) ? signedIn() : undefined
}

/** The cookie lasts as long as the longest session, so that no page has to renew it. */
export const sessionCookieDays = sessionSecondsMax / 86_400

/**
 * The cookie that tells the script on static pages to request the staff bar. It is not secret and
 * grants no access.
 */
export const staffHintCookieName = 'signed-in'

/** Sets the session cookie. Works only in a server action. */
export async function setSessionCookie(token: string): Promise<void> {
  const jar = await cookies()
  const attributes = cookieAttributes(sessionSecondsMax)
  jar.set(sessionCookieName(), sessionCookie(token), attributes)
  jar.set(staffHintCookieName, '1', { ...attributes, httpOnly: false })
}

/** Deletes the session cookie. */
export async function deleteSessionCookie(): Promise<void> {
  const jar = await cookies()
  jar.set(sessionCookieName(), '', cookieAttributes(0))
  jar.set(staffHintCookieName, '', cookieAttributes(0))
}
