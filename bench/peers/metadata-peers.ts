/**
 * Popular metadata libraries, each given the page that it would have fetched. They are dependencies
 * of this folder only (`npm ci --prefix bench/peers`). Types cover only what is used.
 */
import { createRequire } from 'node:module'
import type { BenchPage } from '@/bench/previews/metadata-pages'
import { decodePage } from '@/lib/link-previews/extract/decode-page'
import { extractPage } from '@/lib/link-previews/extract/extract-link-preview'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import { parseUrl } from '@/lib/text/parse-url'

type Text = string | null | undefined
/** The fields that a library found. */
export type FoundFields = { [field in keyof LinkPreview]?: Text }

export type Reader = {
  name: string
  /** True if the reader builds cheerio's tree of the whole page. */
  hasTree: boolean
  read: (page: BenchPage) => FoundFields | Promise<FoundFields>
}

const load = createRequire(import.meta.url)

function textOf({ bytes, contentType }: BenchPage): string {
  return decodePage(bytes, contentType)
}

function responseOf({ bytes, contentType }: BenchPage): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': contentType || 'text/html' },
  })
}

/** Resolves a relative URL, for libraries that do not get the address of the page. */
function absolute(href: Text, { url }: BenchPage): Text {
  return href && (parseUrl(href, url)?.href ?? href)
}

const ours: Reader = {
  name: 'afterword',
  hasTree: false,
  read: ({ bytes, url, contentType }) => extractPage(bytes, url, contentType).preview,
}

function unfurl(): Reader {
  type Images = { images?: { url?: Text }[] }
  type Result = {
    title?: Text
    description?: Text
    favicon?: Text
    canonical_url?: Text
    open_graph?: Images & { title?: Text; description?: Text; url?: Text; site_name?: Text }
    twitter_card?: Images & { title?: Text; description?: Text }
  }
  const library: { unfurl: (url: string, options: object) => Promise<Result> } = load('unfurl.js')
  return {
    name: 'unfurl.js',
    hasTree: false,
    read: async (page) => {
      const found = await library.unfurl(page.url.href, {
        oembed: false,
        fetch: async () => responseOf(page),
      })
      const { open_graph: og, twitter_card: twitter } = found
      return {
        title: og?.title || twitter?.title || found.title,
        description: og?.description || twitter?.description || found.description,
        image: og?.images?.[0]?.url || twitter?.images?.[0]?.url,
        siteName: og?.site_name,
        url: found.canonical_url || og?.url,
        favicon: found.favicon,
      }
    },
  }
}

function metascraper(): Reader {
  type Result = {
    title?: Text
    description?: Text
    image?: Text
    url?: Text
    publisher?: Text
    logo?: Text
  }
  const rules = ['title', 'description', 'image', 'url', 'publisher'].map((rule): unknown =>
    load(`metascraper-${rule}`)(),
  )
  // The library requests icons over the network, one by one. Here, every icon is assumed to exist.
  const icon: unknown = load('metascraper-logo-favicon')({
    google: false,
    favicon: false,
    rootFavicon: false,
    resolveFaviconUrl: async (url: string) => ({ url }),
  })
  const library: (page: { html: string; url: string }) => Promise<Result> = load('metascraper')([
    ...rules,
    icon,
  ])
  return {
    name: 'metascraper',
    hasTree: true,
    read: async (page) => {
      const { publisher, logo, ...found } = await library({
        html: textOf(page),
        url: page.url.href,
      })
      return { ...found, siteName: publisher, favicon: logo }
    },
  }
}

function openGraphScraper(): Reader {
  type Images = { url?: Text }[]
  type Result = {
    ogTitle?: Text
    ogDescription?: Text
    ogSiteName?: Text
    ogUrl?: Text
    favicon?: Text
    ogImage?: Images
    twitterTitle?: Text
    twitterDescription?: Text
    twitterImage?: Images
  }
  const library: (options: { html: string }) => Promise<{ result: Result }> =
    load('open-graph-scraper')
  return {
    name: 'open-graph-scraper',
    hasTree: true,
    read: async (page) => {
      const { result: found } = await library({ html: textOf(page) })
      return {
        title: found.ogTitle || found.twitterTitle,
        description: found.ogDescription || found.twitterDescription,
        image: absolute(found.ogImage?.[0]?.url || found.twitterImage?.[0]?.url, page),
        siteName: found.ogSiteName,
        url: absolute(found.ogUrl, page),
        favicon: absolute(found.favicon, page),
      }
    },
  }
}

function linkPreviewJs(): Reader {
  type Result = {
    title?: Text
    description?: Text
    siteName?: Text
    url?: Text
    images?: Text[]
    favicons?: Text[]
  }
  const library: { getPreviewFromContent: (response: object) => Promise<Result> } =
    load('link-preview-js')
  return {
    name: 'link-preview-js',
    hasTree: true,
    read: async (page) => {
      const response = {
        url: page.url.href,
        headers: { 'content-type': page.contentType || 'text/html' },
        data: textOf(page),
      }
      const { title, description, siteName, url, images, favicons } =
        await library.getPreviewFromContent(response)
      return { title, description, siteName, url, image: images?.[0], favicon: favicons?.[0] }
    },
  }
}

function urlMetadata(): Reader {
  const library: (url: null, options: object) => Promise<object> = load('url-metadata')
  const get = (found: object, ...names: string[]): Text => {
    const values = new Map<string, unknown>(Object.entries(found))
    return names
      .map((name) => values.get(name))
      .find((value): value is string => typeof value === 'string' && value !== '')
  }
  return {
    name: 'url-metadata',
    hasTree: true,
    read: async (page) => {
      const response = responseOf(page)
      Object.defineProperty(response, 'url', { value: page.url.href })
      const found: { favicons?: { href?: Text }[] } = await library(null, {
        parseResponseObject: response,
      })
      return {
        title: get(found, 'og:title', 'twitter:title', 'title'),
        description: get(found, 'og:description', 'description', 'twitter:description'),
        image: absolute(get(found, 'og:image', 'twitter:image', 'image'), page),
        siteName: get(found, 'og:site_name'),
        url: absolute(get(found, 'canonical', 'og:url'), page),
        favicon: absolute(found.favicons?.[0]?.href, page),
      }
    },
  }
}

/**
 * Returns our reader and all others.
 * @throws if the libraries are not installed
 */
export function allReaders(): Reader[] {
  return [ours, unfurl(), metascraper(), openGraphScraper(), linkPreviewJs(), urlMetadata()]
}
