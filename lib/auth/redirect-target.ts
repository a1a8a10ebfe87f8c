/**
 * Returns `next` if it is a path within the admin area; otherwise the admin area's home. Rejects
 * other sites in any spelling that a browser would follow (OWASP Unvalidated Redirects and Forwards
 * Cheat Sheet), and pages outside the admin area.
 */
export function ownPath(next: unknown): string {
  const home = '/admin'
  // Browsers treat “\” as “/”, drop tabs and line breaks, and resolve “..”.
  if (typeof next !== 'string' || next.length > 1_000 || /[\\\p{Cc}]|\/\//u.test(next)) return home
  if (!next.startsWith(home)) return home
  const { pathname, search, hash } = new URL(next, 'http://own.invalid')
  return /^\/admin(?:\/|$)/.test(pathname) ? pathname + search + hash : home
}
