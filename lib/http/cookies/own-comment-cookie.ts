import 'server-only'
import { httpOnlyAttributes } from './http-only-attributes'

export const ownCommentCookieDays = 365

/** Browsers send the cookie only to the pages of one's own comments. */
const path = '/comments'

/** Returns the name of the cookie for a comment's author. */
export function ownCommentCookieName(id: number | string): string {
  return `edit-${id}`
}

/**
 * Returns the header that stores the edit token of a comment that was submitted by a plain form.
 * The cookie is hidden from scripts.
 */
export function ownCommentCookie(
  id: number,
  token: string,
  request: Request,
): Record<string, string> {
  const attributes = httpOnlyAttributes(path, ownCommentCookieDays * 86_400, request)
  return { 'Set-Cookie': `${ownCommentCookieName(id)}=${token}; ${attributes}` }
}

/** Returns all edit tokens in a request's cookies. */
export function ownCommentTokens(headers: Headers): { id: number; token: string }[] {
  const cookies = (headers.get('cookie') ?? '').matchAll(
    /(?:^|;\s*)edit-([1-9]\d{0,9})=([\w-]{43})(?=;|$)/g,
  )
  return [...cookies].map(([, id, token = '']) => ({ id: Number(id), token }))
}
