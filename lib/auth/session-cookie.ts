import 'server-only'
import { isSigned, sign } from '@/lib/crypto/sign'

/**
 * Returns the cookie value of a session: the token and its signature, so that read access to the
 * session table does not yield cookies. It is signed with the first secret and accepted with any,
 * so that secrets can be rotated.
 */
export function sessionCookie(token: string): string {
  return `${token}.${sign('session', token)}`
}

/** Returns the token in a cookie with a valid signature; otherwise undefined. */
export function tokenOf(cookie: string): string | undefined {
  const [token = '', signature = '', ...more] = cookie.split('.')
  return more.length === 0 && isSigned('session', token, signature) ? token : undefined
}
