import { chooseFavicon } from './choose-favicon'
import { cleanText } from './clean-text'
import { isHtml } from './content-type'
import { decodePage } from './decode-page'
import { describeFile } from './describe-file'
import { type LinkPreview, linkPreviewLimits } from './link-preview'
import { pageBase, resolvePageUrl, siteOf } from './page-url'
import { type Declared, readDeclared } from './read-declared'

const { titleLengthMax, descriptionLengthMax } = linkPreviewLimits

/** The first that is not `""`; each is asked for only when those before it had nothing. */
function first<T>(sources: Iterable<T>, read: (source: T) => string): string {
  for (const source of sources) {
    const found = read(source)
    if (found !== '') return found
  }
  return ''
}

/**
 * The preview of a page from what it declares. The sources of each field stand in the order in which they proved right
 * on real pages.
 */
export function composeLinkPreview(declared: Declared, url: URL): LinkPreview {
  const { metas, links, data } = declared
  const base = pageBase(url, declared.baseHref)
  const meta = (...names: string[]) => names.flatMap((name) => metas.get(name) ?? [])
  const linked = (rel: string) => links.filter((link) => link.rel.includes(rel)).map(({ href }) => href)
  const text = (sources: string[], lengthMax: number) => first(sources, (source) => cleanText(source, lengthMax))
  const address = (sources: string[]) => first(sources, (source) => resolvePageUrl(source, base))

  const titles = [...meta('og:title', 'twitter:title'), data.title, declared.heading, declared.title]
  const descriptions = [...meta('og:description', 'description', 'twitter:description'), data.description]
  const names = [...meta('og:site_name'), data.siteName, ...meta('application-name', 'apple-mobile-web-app-title')]
  const ogImage = address(meta('og:image', 'og:image:url'))
  const secureImage = ogImage.startsWith('https:') ? '' : address(meta('og:image:secure_url'))
  const images = [...meta('twitter:image', 'twitter:image:src'), ...linked('image_src'), data.image]

  return {
    title: text(titles, titleLengthMax) || url.hostname,
    description: text(descriptions, descriptionLengthMax),
    image: secureImage || ogImage || address(images),
    siteName: text(names, titleLengthMax) || siteOf(url),
    url: address([...linked('canonical'), ...meta('og:url')]) || url.href,
    favicon: chooseFavicon(links, base, url),
  }
}

/**
 * What a card shows of a target.
 *
 * @param bytes of its body, decompressed, as far as they were read
 * @param url where it was found in the end, http(s)
 * @param contentType its header; `""` where it had none
 * @returns every field filled as `LinkPreview` promises, whatever the bytes; never throws
 */
export function extractLinkPreview(bytes: Uint8Array, url: URL, contentType: string): LinkPreview {
  if (!isHtml(contentType)) return describeFile(url, contentType)
  return composeLinkPreview(readDeclared(decodePage(bytes, contentType)), url)
}
