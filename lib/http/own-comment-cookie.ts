import 'server-only'

export const ownCommentCookieDays = 365

/** It is sent to the pages of one's own comments alone, and to no other. */
const path = '/comments'

/** What the cookie of a comment's author is called. */
export function ownCommentCookieName(id: number | string): string {
  return `edit-${id}`
}

/**
 * The header that keeps a comment's edit token with who wrote it by a plain form: for the pages of one's own comments
 * alone, out of reach of scripts.
 */
export function ownCommentCookie(id: number, token: string, request: Request): Record<string, string> {
  const isSecure = request.headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:')
  const attributes = `Path=${path}; Max-Age=${ownCommentCookieDays * 86_400}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { 'Set-Cookie': `${ownCommentCookieName(id)}=${token}; ${attributes}` }
}

/** All such cookies that a request carries. */
export function ownCommentTokens(headers: Headers): { id: number; token: string }[] {
  const cookies = (headers.get('cookie') ?? '').matchAll(/(?:^|;\s*)edit-([1-9]\d{0,9})=([\w-]{43})(?=;|$)/g)
  return [...cookies].map(([, id, token = '']) => ({ id: Number(id), token }))
}
