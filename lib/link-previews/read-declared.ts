import { load } from 'cheerio/slim'
import { readJsonLd } from './json-ld'
import { PageReader } from './page-reader'
import { describeThings, type StructuredData, type Thing } from './structured-data'
import type { Steps } from './take-turns'

export type DeclaredLink = { rel: string[]; href: string; type: string; sizes: string; media: string }

/** What a page says of itself, as it says it: entities are decoded, nothing is judged yet. */
export type Declared = {
  /** The contents of all `meta` of one name, in order. `property` and `name` are one, in lower case. */
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

/** The name of a property of an item inside an item: `publisher.name`. */
function setValue(thing: Thing, property: string, value: string): void {
  const [name = '', inner] = property.split('.')
  if (inner === undefined) thing[name] ??= value
  else if (typeof thing[name] !== 'string') thing[name] = { [inner]: value, ...Object(thing[name]) }
}

/**
 * Reads what describes a page. A stranger's page can freeze any parser that builds a tree: so htmlparser2's tokenizer,
 * which is linear on every shape, first makes it a short list of tags without nesting, and cheerio gets that.
 */
export function* readDeclared(page: string): Steps<Declared> {
  const reader = new PageReader(page)
  yield* reader.read()
  const $ = load(reader.flat.html)
  yield
  const metas = new Map<string, string[]>()
  const items = new Map<string, Thing>()
  for (const { attribs } of $('meta')) {
    const { property = '', name = '', content = '', itemprop = '', itemtype = '', 'data-item': item } = attribs
    if (item !== undefined) {
      const thing = items.get(item) ?? { '@type': itemtype }
      items.set(item, thing)
      setValue(thing, itemprop, content)
    } else if (content.trim() !== '') {
      for (const key of new Set([property.trim().toLowerCase(), name.trim().toLowerCase()])) {
        metas.set(key, [...(metas.get(key) ?? []), content])
      }
    }
  }
  const links = $('link')
    .toArray()
    .map(({ attribs: { rel = '', href = '', type = '', sizes = '', media = '' } }) => {
      return { rel: rel.toLowerCase().split(/\s+/), href, type: type.trim().toLowerCase(), sizes: sizes.toLowerCase(), media }
    })
  return {
    metas,
    links: links.filter(({ href }) => href.trim() !== ''),
    baseHref: $('base').first().attr('href') ?? '',
    title: $('title').first().text(),
    headings: $('h1')
      .toArray()
      .map((heading) => $(heading).text()),
    paragraph: $('p').text(),
    jsonLd: readJsonLd(reader.flat.data),
    microdata: describeThings([...items.values()]),
  }
}
