import { chooseFavicon } from './choose-favicon'
import { cleanText } from './clean-text'
import { type FurtherWords, noFurtherWords } from './further-documents'
import { type LinkPreview, linkPreviewLimits } from './link-preview'
import { pageBase, resolvePageUrl, siteOf } from './page-url'
import type { Declared } from './read-declared'
import { isFrontOf, isSiteName, splitTitle } from './site-name'

const { titleLengthMax, descriptionLengthMax } = linkPreviewLimits

/** The first that is not `""`; each is asked for only when those before it had nothing. */
function first(sources: Iterable<string>, read: (source: string) => string): string {
  for (const source of sources) {
    const found = read(source)
    if (found !== '') return found
  }
  return ''
}

/** Signs of a link to the heading itself, as documentation has them behind each. */
const permalink = /(?<!\s)\s*[¶🔗]$|(?<!\s)\s+#$/u

/**
 * What the page itself says in its words, where nothing is declared: its heading, else its title without the site's name.
 * Of several headings the one that the title begins with; none that is the site's name, unless this is its front page.
 */
function titleInWords(declared: Declared, url: URL, siteName: string): string {
  const title = cleanText(declared.title, titleLengthMax)
  const headings = declared.headings
    .map((heading) => cleanText(heading, titleLengthMax).replace(permalink, ''))
    .filter((heading) => heading !== '' && (url.pathname === '/' || !isSiteName(heading, url, siteName)))
  return headings.find((heading) => isFrontOf(title, heading)) ?? headings[0] ?? splitTitle(title, url, siteName).words
}

/**
 * The preview of a page from what it declares, and what further documents told. The sources of each field stand in the
 * order in which they proved right on real pages: a title is right in Open Graph for 80 of 100 pages, Twitter 75,
 * JSON-LD 70, `h1` 61, `title` 37; a description in Open Graph 92, `description` 84, JSON-LD 68; an image in Open Graph
 * 96, Twitter 74, `image_src` 54, JSON-LD 29; a site's name in Open Graph 90, JSON-LD 88, `application-name` 57, the host
 * 44; the canonical URL and Open Graph's 97.
 */
export function composeLinkPreview(declared: Declared, url: URL, further: FurtherWords = noFurtherWords): LinkPreview {
  const { metas, links, jsonLd, microdata } = declared
  const base = pageBase(url, declared.baseHref)
  const meta = (...names: string[]) => names.flatMap((name) => metas.get(name) ?? [])
  const linked = (rel: string) => links.filter((link) => link.rel.includes(rel)).map(({ href }) => href)
  const text = (sources: string[], lengthMax: number) => first(sources, (source) => cleanText(source, lengthMax))
  const address = (sources: string[]) => first(sources, (source) => resolvePageUrl(source, base))

  const names = [
    ...[...meta('og:site_name'), jsonLd.siteName, microdata.siteName, further.provider],
    ...meta('application-name', 'apple-mobile-web-app-title'),
  ]
  const siteName = text(names, titleLengthMax)
  const titles = [...meta('og:title', 'twitter:title'), jsonLd.title, microdata.title, further.title]
  const descriptions = [
    ...meta('og:description', 'description', 'twitter:description'),
    ...[jsonLd.description, microdata.description, declared.paragraph, further.author],
  ]
  const ogImage = address(meta('og:image', 'og:image:url'))
  const secureImage = ogImage.startsWith('https:') ? '' : address(meta('og:image:secure_url'))
  const images = [...meta('twitter:image', 'twitter:image:src'), ...linked('image_src'), jsonLd.image, microdata.image, further.thumbnail]

  return {
    title: text(titles, titleLengthMax) || titleInWords(declared, url, siteName) || text([further.author], titleLengthMax) || url.hostname,
    description: text(descriptions, descriptionLengthMax),
    image: secureImage || ogImage || address(images),
    siteName: siteName || splitTitle(cleanText(declared.title, titleLengthMax), url).site || siteOf(url),
    url: address([...linked('canonical'), ...meta('og:url')]) || url.href,
    favicon: chooseFavicon(links, base) || chooseFavicon(further.icons, base) || `${url.origin}/favicon.ico`,
  }
}
