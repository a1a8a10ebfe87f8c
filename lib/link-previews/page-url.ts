import { linkPreviewLimits } from './link-preview'

/**
 * A URL that a page names, made absolute.
 * @returns an http(s) URL without user name and password, at most 2,048 characters long; `""` for anything else
 */
export function resolvePageUrl(href: string, base: URL): string {
  const text = href.trim()
  // No base need be joined with a whole `data:` URL to see what it is.
  if (text === '' || /^(?:data|javascript|blob|about|mailto|file):/i.test(text) || !URL.canParse(text, base)) return ''
  const url = new URL(text, base)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  const isPlain = url.username === '' && url.password === ''
  return isWeb && isPlain && url.href.length <= linkPreviewLimits.urlLengthMax ? url.href : ''
}

/** What relative URLs of a page are relative to: its own URL, or the `<base href>` it declares (HTML, 4.2.3). */
export function pageBase(url: URL, baseHref: string): URL {
  const declared = resolvePageUrl(baseHref, url)
  return declared === '' ? url : new URL(declared)
}

/** The host as a reader knows it: without `www.`. */
export function siteOf(url: URL): string {
  return url.hostname.replace(/^www\.(?=.*\.)/, '')
}
