import 'server-only'

/**
 * Returns the attributes of a cookie that is hidden from scripts and other sites, and limited to
 * HTTPS if the request used it (RFC 6265, 4.1.2). Callers write the cookie name in the header
 * literally: a check compares it with `/privacy`.
 */
export function httpOnlyAttributes(path: string, seconds: number, request: Request): string {
  const isSecure =
    request.headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:')
  return `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
