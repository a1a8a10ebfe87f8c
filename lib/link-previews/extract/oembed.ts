import { z } from 'zod'
import { pageBase, resolvePageUrl } from './page-url'
import type { Declared } from './read-declared'
import { parseJson } from './structured-data'

const text = z.string().catch('')
const oEmbed = z.object({
  title: text,
  author_name: text,
  thumbnail_url: text,
  provider_name: text,
})

/** The metadata in an oEmbed response. Missing fields are `""`. */
export type Oembed = z.infer<typeof oEmbed>

export const noOembed = oEmbed.parse({})

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

/**
 * Reads the title, author, image and provider of an oEmbed response. Ignores its HTML, which is
 * untrusted code. Never throws.
 */
export function readOembed(bytes: Uint8Array, url: URL): Oembed {
  const json = parseJson(new TextDecoder().decode(bytes))
  const found = oEmbed.catch(noOembed).parse(json)
  return { ...found, thumbnail_url: resolvePageUrl(found.thumbnail_url, url) }
}
