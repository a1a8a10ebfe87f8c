import { load } from 'cheerio/slim'
import type { Attributes } from './flat-page'
import { type PageParts, PageReader } from './page-reader'
import { describeThings, readJsonLd, type StructuredData } from './structured-data'

export type DeclaredLink = {
  rel: string[]
  href: string
  type: string
  sizes: string
  media: string
}

/** Everything a page declares about itself, unverified. Entities are decoded. */
export type Declared = {
  /**
   * The contents of all `meta` tags by name, in order. `property` and `name` count alike, in lower
   * case. A tag outside every `itemscope` is listed under `itemprop:` and its property.
   */
  metas: ReadonlyMap<string, readonly string[]>
  links: readonly DeclaredLink[]
  /** `""` if there is none; the same applies to all fields below. */
  baseHref: string
  title: string
  headings: readonly string[]
  paragraph: string
  jsonLd: StructuredData
  microdata: StructuredData
}

function readMetas(tags: readonly Attributes[], pageValues: [string, string][]) {
  const metas = new Map<string, string[]>()
  const add = (key: string, content: string) => {
    const contents = metas.get(key)
    if (contents) contents.push(content)
    else metas.set(key, [content])
  }
  for (const { property, name, content = '' } of tags) {
    if (content.trim() === '') continue
    const keys = [property, name].flatMap((key) => key?.trim().toLowerCase() ?? [])
    for (const key of new Set(keys)) add(key, content)
  }
  for (const [property, content] of pageValues) add(`itemprop:${property}`, content)
  return metas
}

function readLink(attributes: Attributes): DeclaredLink {
  const { rel = '', href = '', type = '', sizes = '', media = '' } = attributes
  return {
    rel: rel.toLowerCase().split(/\s+/),
    href,
    type: type.trim().toLowerCase(),
    sizes: sizes.toLowerCase(),
    media,
  }
}

/**
 * Reads the declarations of a page, and the parts of a short one. A malicious page can stall any
 * parser that builds a tree. Therefore htmlparser2's tokenizer, which takes linear time on any
 * input, first reduces the page to a short flat list of tags. cheerio then parses that list.
 */
export function readPage(page: string): { declared: Declared; parts: PageParts | undefined } {
  const reader = new PageReader(page)
  reader.read()
  const $ = load(reader.flat.html)
  // The document has no nesting.
  const elements = (name: string) => $.root().children(name).toArray()
  const texts = (name: string) => elements(name).map((element) => $.text([element]))
  const attributes = (name: string) => elements(name).map(({ attribs }) => attribs)
  const declared = {
    metas: readMetas(attributes('meta'), reader.items?.pageValues ?? []),
    links: attributes('link')
      .map(readLink)
      .filter(({ href }) => href.trim() !== ''),
    baseHref: attributes('base')[0]?.href ?? '',
    title: texts('title')[0] ?? '',
    headings: texts('h1'),
    paragraph: texts('p')[0] ?? '',
    jsonLd: readJsonLd(reader.flat.data),
    microdata: describeThings(reader.items?.things ?? []),
  }
  return { declared, parts: reader.parts }
}
