/** Where somebody is led after signing in. */
export const adminPath = '/admin'

/**
 * The place within the admin area that `next` asks for; the admin area itself where it asks for anything else: another site, in
 * whatever spelling a browser would follow, or a page that is none of the admin area's.
 */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || !/^\/admin(?:[/?#]|$)/.test(next)) return adminPath
  // A browser takes “\” for “/”, drops tabs and line breaks, and resolves “..”.
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
