import 'server-only'
import { httpOnlyAttributes } from './http-only-attributes'

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
export function ownCommentCookie(
  id: number,
  token: string,
  request: Request,
): Record<string, string> {
  return {
    'Set-Cookie': `${ownCommentCookieName(id)}=${token}; ${httpOnlyAttributes(path, ownCommentCookieDays * 86_400, request)}`,
  }
}

/** All such cookies that a request carries. */
export function ownCommentTokens(headers: Headers): { id: number; token: string }[] {
  const cookies = (headers.get('cookie') ?? '').matchAll(
    /(?:^|;\s*)edit-([1-9]\d{0,9})=([\w-]{43})(?=;|$)/g,
  )
  return [...cookies].map(([, id, token = '']) => ({ id: Number(id), token }))
}
