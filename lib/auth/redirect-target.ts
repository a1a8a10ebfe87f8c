/** The default page after signing in. */
const adminPath = '/admin'

/**
 * Returns `next` if it is a path within the admin area; otherwise the admin area's home. Rejects
 * other sites in any spelling that a browser would follow, and pages outside the admin area.
 */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || !/^\/admin(?:[/?#]|$)/.test(next)) return adminPath
  // Browsers treat “\” as “/”, drop tabs and line breaks, and resolve “..”.
  if (
    next.length > 1_000 ||
    /[\\\p{Cc}]|\/\//u.test(next) ||
    !URL.canParse(next, 'http://own.invalid')
  )
    return adminPath
  const url = new URL(next, 'http://own.invalid')
  return url.origin === 'http://own.invalid' && /^\/admin(?:\/|$)/.test(url.pathname)
    ? url.pathname + url.search + url.hash
    : adminPath
}
