import { hasPublicHost } from '@/lib/link-previews/fetch/public-host'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'

/**
 * A URL that a page names, made absolute.
 * @returns an http(s) URL of the public internet, or of the page's own host, without user name and password, at most
 *   2,048 characters long; `""` for anything else
 */
export function resolvePageUrl(href: string, base: URL): string {
  // Written twice over, as in many a JSON-LD: no parameter is called `amp;b`.
  const text = href.trim().replaceAll('&amp;', '&')
  // No base need be joined with a whole `data:` URL to see what it is.
  if (
    text === '' ||
    /^(?:data|javascript|blob|about|mailto|file):/i.test(text) ||
    !URL.canParse(text, base)
  )
    return ''
  const url = new URL(text, base)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const isPlain = url.username === '' && url.password === ''
  // What was left behind from building the site (`http://localhost:3000/…`) leads nobody anywhere.
  const isReachable = url.hostname === base.hostname || hasPublicHost(url)
  return isWeb && isPlain && isReachable && url.href.length <= linkPreviewLimits.urlLengthMax
    ? url.href
    : ''
}

/** What relative URLs of a page are relative to: its own URL, or the `<base href>` it declares (HTML, 4.2.3). */
export function pageBase(url: URL, baseHref: string): URL {
  const declared = resolvePageUrl(baseHref, url)
  return declared === '' ? url : new URL(declared)
}

/** Returns the address of a page with the fragment of the URL that was asked for, unless it has its own. */
export function withFragment(address: string, asked: string): string {
  const url = new URL(address)
  if (url.hash === '') url.hash = new URL(asked).hash
  return url.href
}

/** The host as a reader knows it: without `www.`. */
export function siteOf(url: URL): string {
  return url.hostname.replace(/^www\.(?=.*\.)/, '')
}
