import { z } from 'zod'
import { chooseFavicon } from './choose-favicon'
import { pageBase, resolvePageUrl } from './page-url'
import type { Declared, DeclaredLink } from './read-declared'
import { parseJson } from './structured-data'

/** URLs of documents that may supplement a page's metadata; `""` for none. */
export type OembedAndManifest = { manifest: string; oEmbed: string }

const noIcons: readonly DeclaredLink[] = []
export const noExtraMetadata = {
  icons: noIcons,
  title: '',
  author: '',
  thumbnail: '',
  provider: '',
}

/** The metadata from these documents. */
export type ExtraMetadata = typeof noExtraMetadata

/** The `meta` tags that give a title or a description, the most reliable first. */
export const titleMetas = ['og:title', 'twitter:title', 'itemprop:headline']
export const descriptionMetas = [
  ...['og:description', 'description', 'twitter:description', 'itemprop:description'],
]

/** Returns whether a page declares no title, or nothing but a title. */
function isPoor({ metas, jsonLd, microdata }: Declared): boolean {
  const has = (...names: string[]) => names.some((name) => metas.has(name))
  const isPictured =
    has('og:image', 'twitter:image', 'itemprop:image') ||
    jsonLd.image !== '' ||
    microdata.image !== ''
  return !has(...titleMetas) || !(has(...descriptionMetas) || isPictured)
}

/**
 * Returns the further documents that are worth a fetch. The web app manifest
 * (https://www.w3.org/TR/appmanifest/) provides icons if the page declares none. The page's oEmbed
 * JSON (https://oembed.com, 4) is used if its own tags are poor.
 */
export function oembedAndManifestOf(declared: Declared, url: URL): OembedAndManifest {
  const base = pageBase(url, declared.baseHref)
  const find = (matches: (link: DeclaredLink) => boolean) =>
    resolvePageUrl(declared.links.find(matches)?.href ?? '', base)
  return {
    manifest:
      chooseFavicon(declared.links, base) === '' ? find(({ rel }) => rel.includes('manifest')) : '',
    oEmbed: isPoor(declared) ? find(({ type }) => type.startsWith('application/json+oembed')) : '',
  }
}

const text = z.string().catch('')
const icon = z.object({ src: z.string(), sizes: text, type: text, purpose: text })
const manifest = z.object({
  icons: z.array(icon.or(z.unknown().transform(() => undefined))).catch([]),
})
const oEmbed = z.object({
  title: text,
  author_name: text,
  thumbnail_url: text,
  provider_name: text,
})

const decode = (bytes: Uint8Array) => parseJson(new TextDecoder().decode(bytes))

/**
 * Returns the icons of a web app manifest as if the page had declared them. Omits icons that only
 * an app can show. Never throws.
 */
export function readManifest(bytes: Uint8Array, url: URL): Pick<ExtraMetadata, 'icons'> {
  const { icons } = manifest.catch({ icons: [] }).parse(decode(bytes))
  const shown = icons.flatMap((icon) =>
    icon && (icon.purpose === '' || /\bany\b/.test(icon.purpose)) ? [icon] : [],
  )
  return {
    icons: shown.map(({ src, type, sizes }) => {
      return { rel: ['icon'], href: resolvePageUrl(src, url), type, sizes, media: '' }
    }),
  }
}

/**
 * Reads the title, author, image and provider of an oEmbed response. Ignores its HTML, which is
 * untrusted code. Never throws.
 */
export function readOembed(bytes: Uint8Array, url: URL): Omit<ExtraMetadata, 'icons'> {
  const found = oEmbed.catch(oEmbed.parse({})).parse(decode(bytes))
  return {
    title: found.title,
    author: found.author_name,
    thumbnail: resolvePageUrl(found.thumbnail_url, url),
    provider: found.provider_name,
  }
}
