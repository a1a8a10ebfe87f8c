import 'server-only'
import { cookies } from 'next/headers'
import { sessionCookie } from '@/lib/auth/session-cookie'
import { isSecureSite, sessionCookieName } from './session-cookie-name'

/**
 * The session in the table ends when it is not used: the cookie may last as long as browsers let it (RFC 6265bis,
 * 5.5), so that no page has to renew it.
 */
const cookieSeconds = 400 * 86_400

const attributes = () => ({ httpOnly: true, sameSite: 'lax', secure: isSecureSite(), path: '/' }) as const

/** Hands the browser its session. Only in a server action. */
export async function keepSession(token: string): Promise<void> {
  const jar = await cookies()
  jar.set(sessionCookieName(), sessionCookie(token), { ...attributes(), maxAge: cookieSeconds })
}

/** Takes it back. */
export async function forgetSession(): Promise<void> {
  const jar = await cookies()
  jar.set(sessionCookieName(), '', { ...attributes(), maxAge: 0 })
}
