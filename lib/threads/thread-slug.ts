/** Slugs of threads. Safe to import in a browser. */
import { decodePart, parseUrl } from '@/lib/text/parse-url'

/** Maximum length of a slug in a request, in code points. */
export const threadSlugLengthMax = 500

/** Returns true for the slug of a page of another site, `host/path`. Slugs of posts have no `/`. */
export const isPageSlug = (slug: string): boolean => slug.includes('/')

/** Returns the host of a page's slug, with its port if it has one. */
export const hostOfSlug = (slug: string): string => slug.slice(0, slug.indexOf('/'))

/**
 * Returns the slug of a page: lower-case host and decoded path, without fragment, trailing slash
 * and `index.html`. The home page is `host/`. IDN hosts are in Punycode (RFC 3492).
 * @param withQuery keeps the query, for a page whose canonical URL has one
 * @returns undefined if the URL is not an absolute HTTP(S) URL or the slug is too long
 */
export function slugOfUrl(text: string, withQuery = false): string | undefined {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  // `host` omits the default port of the scheme only.
  const host = url.host.replace(/:(?:80|443)$/, '')
  let path = url.pathname.split('/').map(decodeSegment).join('/')
  while (path.endsWith('/') || path.endsWith('/index.html'))
    path = path.slice(0, path.lastIndexOf('/'))
  const slug = `${host}${path || '/'}${withQuery ? url.search : ''}`.normalize('NFC')
  return [...slug].length <= threadSlugLengthMax ? slug : undefined
}

/**
 * Decodes percent-encoding once, except of characters that would end the segment or that no slug
 * contains. A segment that is not valid UTF-8 stays encoded.
 */
const decodeSegment = (segment: string): string =>
  decodePart(segment)?.replaceAll(/[/?#\p{Cc}]/gu, encodeURIComponent) ?? segment

/** Splits a page's slug after the host: its path, and its query with the question mark. */
function partsOf(slug: string): [path: string, query: string] {
  const rest = slug.slice(slug.indexOf('/'))
  const end = rest.indexOf('?')
  return end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end)]
}

/**
 * Returns the canonical form of a page's slug from a request, so that every spelling of an address
 * leads to one thread. Slugs of posts, and slugs without a valid host, are returned unchanged.
 * @param slug well-formed Unicode
 */
export function normaliseSlug(slug: string): string {
  const host = hostOfSlug(slug)
  if (!isPageSlug(slug) || host === '') return slug
  const [path, query] = partsOf(slug)
  // The path is already decoded.
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return slugOfUrl(`https://${host}${encoded}${query}`, true) ?? slug
}

/**
 * Returns the URL of a page. An escape such as `%2F` in a slug was not decoded and stays as it is.
 * @param slug in its canonical form
 */
export function urlOfSlug(slug: string, origin = `https://${hostOfSlug(slug)}`): string {
  const [path, query] = partsOf(slug)
  return origin + encodeURI(path).replaceAll(/%25(?=[\da-f]{2})/gi, '%') + query
}
