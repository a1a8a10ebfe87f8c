import { load } from 'cheerio/slim'
import { HeadReader } from './head-reader'
import { readJsonLd, type StructuredData } from './json-ld'

export type DeclaredLink = { rel: string[]; href: string; type: string; sizes: string; media: string }

/** What a page says of itself, as it says it: entities are decoded, nothing is judged yet. */
export type Declared = {
  /** The contents of all `meta` of one name, in order. `property` and `name` are one, in lower case. */
  metas: ReadonlyMap<string, readonly string[]>
  links: readonly DeclaredLink[]
  /** `""` where there is none, as for all that follows. */
  baseHref: string
  title: string
  heading: string
  data: StructuredData
}

/**
 * Reads what describes a page. A stranger's page can freeze any parser that builds a tree: so htmlparser2's tokenizer,
 * which is linear on every shape, first makes it a short list of tags without nesting, and cheerio gets that.
 */
export function readDeclared(page: string): Declared {
  const reader = new HeadReader(page)
  reader.read()
  const $ = load(reader.tags.join('\n'))
  const metas = new Map<string, string[]>()
  for (const tag of $('meta')) {
    const { property = '', name = '', content = '' } = tag.attribs
    if (content.trim() === '') continue
    for (const key of new Set([property.trim().toLowerCase(), name.trim().toLowerCase()])) {
      metas.set(key, [...(metas.get(key) ?? []), content])
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
    heading: $('h1').first().text(),
    data: readJsonLd(reader.data),
  }
}
