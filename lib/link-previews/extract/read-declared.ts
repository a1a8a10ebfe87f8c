import { type CheerioAPI, load } from 'cheerio/slim'
import type { Steps } from '@/lib/link-previews/worker/take-turns'
import { readJsonLd } from './json-ld'
import type { Attributes } from './kept-tags'
import { PageReader } from './page-reader'
import { describeThings, type StructuredData, type Thing } from './structured-data'

export type DeclaredLink = {
  rel: string[]
  href: string
  type: string
  sizes: string
  media: string
}

/** What a page says of itself, as it says it: entities are decoded, nothing is judged yet. */
export type Declared = {
  /**
   * The contents of all `meta` tags by name, in order. `property` and `name` count alike, in lower
   * case. A tag outside every `itemscope` is listed under `itemprop:` and its property.
   */
  metas: ReadonlyMap<string, readonly string[]>
  links: readonly DeclaredLink[]
  /** `""` where there is none, as for all that follows. */
  baseHref: string
  title: string
  /** The first few. */
  headings: readonly string[]
  paragraph: string
  jsonLd: StructuredData
  microdata: StructuredData
}

export const nothingDeclared: Declared = {
  metas: new Map(),
  links: [],
  baseHref: '',
  title: '',
  headings: [],
  paragraph: '',
  jsonLd: describeThings([]),
  microdata: describeThings([]),
}

/** The number under which `MicrodataReader` keeps what stands outside every item. */
const pageItem = '0'

function readMetas(tags: readonly Attributes[]): Map<string, string[]> {
  const metas = new Map<string, string[]>()
  const add = (key: string, content: string) => {
    const contents = metas.get(key)
    if (contents) contents.push(content)
    else metas.set(key, [content])
  }
  for (const { property, name, content = '', itemprop, 'data-item': item } of tags) {
    if (content.trim() === '') continue
    if (item === pageItem) add(`itemprop:${itemprop}`, content)
    const [one, other] = [property?.trim().toLowerCase(), name?.trim().toLowerCase()]
    if (one !== undefined) add(one, content)
    if (other !== undefined && other !== one) add(other, content)
  }
  return metas
}

/** The items of microdata. A property of an item inside an item is written `publisher.name`. */
function readItems(tags: readonly Attributes[]): Thing[] {
  const items = new Map<string, Thing>()
  for (const { 'data-item': item = '', itemtype = '', itemprop = '', content } of tags) {
    if (item === pageItem) continue
    const thing = items.get(item) ?? { '@type': itemtype }
    items.set(item, thing)
    const [name = '', inner] = itemprop.split('.')
    if (inner === undefined) thing[name] ??= content
    else if (typeof thing[name] !== 'string')
      thing[name] = { [inner]: content, ...Object(thing[name]) }
  }
  return [...items.values()]
}

function readLink({
  rel = '',
  href = '',
  type = '',
  sizes = '',
  media = '',
}: Attributes): DeclaredLink {
  return {
    rel: rel.toLowerCase().split(/\s+/),
    href,
    type: type.trim().toLowerCase(),
    sizes: sizes.toLowerCase(),
    media,
  }
}

/** The tags of the flat document by name: nothing is nested, so one walk finds all that selectors would, each on its own. */
function sortTags($: CheerioAPI): {
  attributes: (name: string) => Attributes[]
  texts: (name: string) => string[]
} {
  const elements = $.root().children().toArray()
  const named = (wanted: string) => elements.filter(({ name }) => name === wanted)
  return {
    attributes: (name) => named(name).map(({ attribs }) => attribs),
    texts: (name) => named(name).map((element) => $.text([element])),
  }
}

/**
 * Reads what describes a page. A stranger's page can freeze any parser that builds a tree: so htmlparser2's tokenizer,
 * which is linear on every shape, first makes it a short list of tags without nesting, and cheerio gets that.
 */
export function* readDeclared(page: string): Steps<Declared> {
  const reader = new PageReader(page)
  yield* reader.read()
  const { attributes, texts } = sortTags(load(reader.flat.html))
  yield
  const jsonLd = readJsonLd(reader.flat.data)
  yield
  const metas = attributes('meta')
  return {
    metas: readMetas(metas),
    links: attributes('link')
      .map(readLink)
      .filter(({ href }) => href.trim() !== ''),
    baseHref: attributes('base')[0]?.href ?? '',
    title: texts('title')[0] ?? '',
    headings: texts('h1'),
    paragraph: texts('p')[0] ?? '',
    jsonLd,
    microdata: describeThings(readItems(metas.filter((tag) => tag['data-item'] !== undefined))),
  }
}
