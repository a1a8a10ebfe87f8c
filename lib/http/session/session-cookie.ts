import 'server-only'
import { readSignedToken, signedToken } from '@/lib/crypto/sign'
import { env } from '@/lib/env'

/** Returns whether the site uses HTTPS, so that cookies can require it. */
export function isSecureSite(): boolean {
  return env().SITE_URL?.startsWith('https:') ?? false
}

/**
 * Returns the cookie name; `__Host-` needs HTTPS and binds it to the host (RFC 6265bis, 4.1.3.2).
 */
export function sessionCookieName(): string {
  return isSecureSite() ? '__Host-session' : 'session'
}

/** Returns the attributes of a cookie that scripts and other sites cannot use. */
export function cookieAttributes(maxAge: number) {
  return { httpOnly: true, sameSite: 'lax', secure: isSecureSite(), path: '/', maxAge } as const
}

/** Returns the signed token, so that read access to the session table does not yield cookies. */
export function sessionCookie(token: string): string {
  return signedToken('session', token)
}

/** Returns the token in a cookie with a valid signature; otherwise undefined. */
export function tokenOf(cookie: string): string | undefined {
  return readSignedToken('session', cookie)
}
