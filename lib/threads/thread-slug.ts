/** Slugs of threads. Safe to import in a browser. */

/** Maximum length of a slug in a request, in code points. */
export const threadSlugLengthMax = 500

/** Returns true for the slug of a page of another site, `host/path`. Slugs of posts have no `/`. */
export const isPageSlug = (slug: string): boolean => slug.includes('/')

/** Returns the host of a page's slug, with its port if it has one. */
export const hostOfSlug = (slug: string): string => slug.slice(0, slug.indexOf('/'))

/**
 * Returns the slug of a page: lower-case host and decoded path, without fragment, trailing slash and
 * `index.html`. The home page is `host/`. IDN hosts are in Punycode (RFC 3492).
 * @param withQuery keeps the query, for a page whose canonical URL has one
 * @returns undefined if the URL is not an absolute HTTP(S) URL or the slug is too long
 */
export function slugOfUrl(text: string, withQuery = false): string | undefined {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return undefined
  }
  if (!/^https?:$/.test(url.protocol)) return undefined
  // `host` omits the default port of the scheme only.
  const host = url.host.replace(/:(?:80|443)$/, '')
  const path = decoded(url.pathname)
    .replace(/\/index\.html$/, '/')
    .replace(/\/+$/, '')
  const slug = `${host}${path || '/'}${withQuery ? url.search : ''}`.normalize('NFC')
  return [...slug].length <= threadSlugLengthMax ? slug : undefined
}

/** Decodes percent-encoding once. A path that is not valid UTF-8 stays encoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Returns the canonical form of a page's slug from a request, so that every spelling of an address
 * leads to one thread. Slugs of posts are returned unchanged.
 */
export function normalizeSlug(slug: string): string {
  if (!isPageSlug(slug)) return slug
  const [, path = '', query = ''] = /^[^/]*([^?]*)(.*)$/s.exec(slug) ?? []
  // The path is decoded already: encode what would end it or be decoded again.
  const encoded = path.replaceAll(/[%#\\]/g, encodeURIComponent)
  return slugOfUrl(`https://${hostOfSlug(slug)}${encoded}${query}`, true) ?? slug
}
