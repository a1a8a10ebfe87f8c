import { z } from 'zod'
import { chooseFavicon } from './choose-favicon'
import { pageBase, resolvePageUrl } from './page-url'
import type { Declared, DeclaredLink } from './read-declared'

/** Addresses of documents beside a page that may tell what it does not; `""` where none is worth a fetch. */
export type OembedAndManifest = { manifest: string; oEmbed: string }

/** What these documents told. */
export type ExtraMetadata = {
  icons: readonly DeclaredLink[]
  title: string
  author: string
  thumbnail: string
  provider: string
}

export const noExtraMetadata: ExtraMetadata = {
  icons: [],
  title: '',
  author: '',
  thumbnail: '',
  provider: '',
}

/** Returns whether a page declares no title, or nothing but a title. */
function isPoor({ metas, jsonLd, microdata }: Declared): boolean {
  const has = (...names: string[]) => names.some((name) => metas.has(name))
  const isTitled = has('og:title', 'twitter:title', 'itemprop:headline')
  const isDescribed = has(
    'og:description',
    'description',
    'twitter:description',
    'itemprop:description',
  )
  const isPictured =
    has('og:image', 'twitter:image', 'itemprop:image') ||
    jsonLd.image !== '' ||
    microdata.image !== ''
  return !isTitled || !(isDescribed || isPictured)
}

/**
 * Which further documents are worth a fetch: the manifest of the web app (https://www.w3.org/TR/appmanifest/) for its
 * icons, where the page declares none; what it offers by oEmbed as JSON (https://oembed.com, 4), where its own tags are poor.
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

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The icons of a web app manifest, as if the page had declared them; none that an app alone could show. Never throws. */
export function readManifest(bytes: Uint8Array, url: URL): Pick<ExtraMetadata, 'icons'> {
  const { data } = manifest.safeParse(parseJson(bytes))
  const icons = (data?.icons ?? []).flatMap((found) => {
    if (!found || (found.purpose !== '' && !/\bany\b/.test(found.purpose))) return []
    return [
      {
        rel: ['icon'],
        href: resolvePageUrl(found.src, url),
        type: found.type,
        sizes: found.sizes,
        media: '',
      },
    ]
  })
  return { icons }
}

/** Title, author, picture and provider of an oEmbed answer; its HTML is a stranger's code and not looked at. Never throws. */
export function readOembed(bytes: Uint8Array, url: URL): Omit<ExtraMetadata, 'icons'> {
  const { data } = oEmbed.safeParse(parseJson(bytes))
  return {
    title: data?.title ?? '',
    author: data?.author_name ?? '',
    thumbnail: resolvePageUrl(data?.thumbnail_url ?? '', url),
    provider: data?.provider_name ?? '',
  }
}
