import 'server-only'
import { proofSeconds } from '@/lib/mail/reader-address'

/**
 * Returns the attributes of a cookie that scripts and other sites cannot use (RFC 6265, 4.1.2).
 * Callers write the cookie name in the header literally: a test compares it with `/privacy`.
 */
function httpOnlyAttributes(path: string, seconds: number, request: Request): string {
  const isSecure =
    request.headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:')
  return `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export const addressProofCookieName = 'address-proof'
const proofCookie = new RegExp(`(?:^|;\\s*)${addressProofCookieName}=([\\w.-]{1,200})`)

/**
 * Returns the header that stores proof of a confirmed address, for requests that write comments.
 */
export function addressProofCookie(proof: string, request: Request): Record<string, string> {
  const attributes = httpOnlyAttributes('/api/comments', proofSeconds, request)
  return { 'Set-Cookie': `${addressProofCookieName}=${proof}; ${attributes}` }
}

/** Returns the proof of a confirmed address in a request's cookies. */
export function readAddressProof(request: Request): string | undefined {
  return proofCookie.exec(request.headers.get('cookie') ?? '')?.[1]
}

export const ownCommentCookieDays = 365

/** Returns the name of the cookie for a comment's author. */
export function ownCommentCookieName(id: number | string): string {
  return `edit-${id}`
}

/** Returns the header that stores the edit token of a comment from a plain form. */
export function ownCommentCookie(
  id: number,
  token: string,
  request: Request,
): Record<string, string> {
  const attributes = httpOnlyAttributes('/comments', ownCommentCookieDays * 86_400, request)
  return { 'Set-Cookie': `${ownCommentCookieName(id)}=${token}; ${attributes}` }
}

/** Returns all edit tokens in a request's cookies. */
export function ownCommentTokens(headers: Headers): { id: number; token: string }[] {
  const cookies = (headers.get('cookie') ?? '').matchAll(
    /(?:^|;\s*)edit-([1-9]\d{0,9})=([\w-]{43})(?=;|$)/g,
  )
  return [...cookies].map(([, id, token = '']) => ({ id: Number(id), token }))
}
