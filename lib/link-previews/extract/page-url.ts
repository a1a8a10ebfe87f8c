import { hasPublicHost } from '@/lib/link-previews/fetch/public-address'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { parseUrl } from '@/lib/text/parse-url'

/**
 * Resolves a URL in a page against the base URL.
 * @returns an http(s) URL of the public internet or of the page's own host, without user name and
 *   password, at most 2,048 characters long; `""` for anything else
 */
export function resolvePageUrl(href: string, base: URL): string {
  // Many pages, especially in JSON-LD, encode URLs twice. No real parameter is called `amp;b`.
  const text = href.trim().replaceAll('&amp;', '&')
  // Reject `data:` URLs before parsing, because they can be very long.
  if (text === '' || /^(?:data|javascript|blob|about|mailto|file):/i.test(text)) return ''
  const url = parseUrl(text, base)
  if (!url) return ''
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const isPlain = url.username === '' && url.password === ''
  // Reject leftovers from development, such as `http://localhost:3000/…`.
  const isReachable = url.hostname === base.hostname || hasPublicHost(url)
  return isWeb && isPlain && isReachable && url.href.length <= linkPreviewLimits.urlLengthMax
    ? url.href
    : ''
}

/** Returns the base of relative URLs: the page's own, or its `<base href>` (HTML, 4.2.3). */
export function pageBase(url: URL, baseHref: string): URL {
  const declared = resolvePageUrl(baseHref, url)
  return declared === '' ? url : new URL(declared)
}

/** Returns an address with the fragment of the requested URL, unless it has its own. */
export function withFragment(address: string, requested: string): string {
  const url = new URL(address)
  if (url.hash === '') url.hash = new URL(requested).hash
  return url.href
}

/** Returns the host without `www.`. */
export function siteOf(url: URL): string {
  return url.hostname.replace(/^www\.(?=.*\.)/, '')
}
