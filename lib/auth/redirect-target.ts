/** Where somebody is led after signing in. */
export const deskPath = '/desk'

/**
 * The place within the desk that `next` asks for; the desk itself where it asks for anything else: another site, in
 * whatever spelling a browser would follow, or a page that is none of the desk's.
 */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || !/^\/desk(?:[/?#]|$)/.test(next)) return deskPath
  // A browser takes “\” for “/”, drops tabs and line breaks, and resolves “..”.
  if (next.length > 1_000 || /[\\\p{Cc}]|\/\//u.test(next) || !URL.canParse(next, 'http://own.invalid')) return deskPath
  const url = new URL(next, 'http://own.invalid')
  return url.origin === 'http://own.invalid' && /^\/desk(?:\/|$)/.test(url.pathname) ? url.pathname + url.search + url.hash : deskPath
}
