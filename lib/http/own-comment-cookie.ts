import 'server-only'

const yearSeconds = 365 * 86_400

/**
 * The header that keeps a comment's edit token with who wrote it by a plain form: for the page of that comment alone,
 * out of reach of scripts.
 */
export function ownCommentCookie(id: number, token: string, path: string, request: Request): Record<string, string> {
  const isSecure = request.headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:')
  return { 'Set-Cookie': `edit-${id}=${token}; Path=${path}; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}` }
}
