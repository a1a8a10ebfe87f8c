import 'server-only'
import { isSigned, sign } from '@/lib/crypto/sign'

/**
 * What a browser keeps of its session: the token, and our signature of it, so that who reads the table of sessions has
 * no cookie yet. Signed under the first of the secrets, taken under any, so that they can be rotated.
 */
export function sessionCookie(token: string): string {
  return `${token}.${sign('session', token)}`
}

/** The token in a cookie that we made; undefined for any other. */
export function tokenOf(cookie: string): string | undefined {
  const [token = '', signature = '', ...more] = cookie.split('.')
  return more.length === 0 && isSigned('session', token, signature) ? token : undefined
}
