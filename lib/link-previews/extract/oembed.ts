import { z } from 'zod'
import { pageBase, resolvePageUrl } from './page-url'
import type { Declared } from './read-declared'
import { parseJson } from './structured-data'

export const noOembed = { title: '', author: '', thumbnail: '', provider: '' }

/** The metadata in an oEmbed response. Missing fields are `""`. */
export type Oembed = typeof noOembed

/** The `meta` tags for a title or a description, most reliable first. */
export const titleMetas = ['og:title', 'twitter:title', 'itemprop:headline']
export const descriptionMetas = [
  'og:description',
  'description',
  'twitter:description',
  'itemprop:description',
]

/** Returns whether a page declares no title, or only a title. */
function isPoor({ metas, jsonLd, microdata }: Declared): boolean {
  const has = (...names: string[]) => names.some((name) => metas.has(name))
  const isPictured =
    has('og:image', 'twitter:image', 'itemprop:image') ||
    jsonLd.image !== '' ||
    microdata.image !== ''
  return !has(...titleMetas) || !(has(...descriptionMetas) || isPictured)
}

/**
 * Returns the URL of a page's oEmbed JSON (https://oembed.com, 4) if the page's own tags are poor;
 * otherwise `""`.
 */
export function oembedOf(declared: Declared, url: URL): string {
  const link = declared.links.find(({ type }) => type.startsWith('application/json+oembed'))
  return isPoor(declared) ? resolvePageUrl(link?.href ?? '', pageBase(url, declared.baseHref)) : ''
}

const text = z.string().catch('')
const oEmbed = z.object({
  title: text,
  author_name: text,
  thumbnail_url: text,
  provider_name: text,
})

/**
 * Reads the title, author, image and provider of an oEmbed response. Ignores its HTML, which is
 * untrusted code. Never throws.
 */
export function readOembed(bytes: Uint8Array, url: URL): Oembed {
  const json = parseJson(new TextDecoder().decode(bytes))
  const found = oEmbed.catch(oEmbed.parse({})).parse(json)
  return {
    title: found.title,
    author: found.author_name,
    thumbnail: resolvePageUrl(found.thumbnail_url, url),
    provider: found.provider_name,
  }
}
