import 'server-only'

/**
 * Of a cookie which no script reads and no other site sends, and which goes by https alone where the request came by it
 * (RFC 6265, 4.1.2). Who sets one writes the header itself: `/privacy` is held to name them all.
 */
export function httpOnlyAttributes(path: string, seconds: number, request: Request): string {
  const isSecure =
    request.headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:')
  return `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
