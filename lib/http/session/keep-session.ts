import 'server-only'
import { cookies } from 'next/headers'
import { sessionSecondsMax } from '@/lib/auth/session'
import { isSecureSite, sessionCookie, sessionCookieName } from './session-cookie'

/** The cookie lasts as long as the longest session, so that no page has to renew it. */
export const sessionCookieDays = sessionSecondsMax / 86_400

const attributes = () =>
  ({ httpOnly: true, sameSite: 'lax', secure: isSecureSite(), path: '/' }) as const

/** Sets the session cookie. Works only in a server action. */
export async function keepSession(token: string): Promise<void> {
  const jar = await cookies()
  jar.set(sessionCookieName(), sessionCookie(token), { ...attributes(), maxAge: sessionSecondsMax })
}

/** Deletes the session cookie. */
export async function forgetSession(): Promise<void> {
  const jar = await cookies()
  jar.set(sessionCookieName(), '', { ...attributes(), maxAge: 0 })
}
