/** Attributes of a tag as the page writes them, with entities not decoded. */
export type Attributes = Record<string, string>

/** Tags without an end tag that may affect a preview. */
export const keptTags = new Set(['base', 'link', 'meta', 'script'])

/** The attributes that extraction reads. */
export const keptAttributes = new Set([
  'content',
  'href',
  'media',
  'name',
  'property',
  'rel',
  'sizes',
  'src',
  'type',
  'itemprop',
  'itemscope',
  'itemtype',
])

const wantedMeta = new RegExp(
  `^\\s*(?:${[
    'og:(?:title|description|site_name|url|image(?::url|:secure_url)?)',
    'twitter:(?:title|description|image(?::src)?)',
    'description|application-name|apple-mobile-web-app-title',
  ].join('|')})\\s*$`,
  'i',
)
const wantedLink = /\b(?:icon|apple-touch-icon|apple-touch-icon-precomposed|canonical|image_src)\b/i

/** Embedded images. A card cannot show them, and they may be long. */
const embedded = /^\s*(?:data|javascript):/i

/** Returns whether a tag may affect a preview. */
export function isWanted(name: string, attributes: Attributes): boolean {
  const { property = '', name: key = '', content = '', rel = '', href = '', type = '' } = attributes
  if (name === 'meta')
    return (
      (wantedMeta.test(property) || wantedMeta.test(key)) &&
      content.trim() !== '' &&
      !embedded.test(content)
    )
  if (name === 'link')
    return (
      (wantedLink.test(rel) || /json\+oembed/i.test(type)) && href !== '' && !embedded.test(href)
    )
  return name === 'base' && attributes.href !== undefined
}

/**
 * Limits on what is kept of a page, far above the needs of real pages. Lengths are in UTF-16 units.
 */
const tagsLengthMax = 65_536
const dataLengthMax = 262_144
const tagsMax = 400
const blocksMax = 50

/** The relevant parts of a page: its JSON-LD, and a short list of tags without nesting. */
export class FlatPage {
  readonly data: string[] = []
  readonly #tags: string[] = []
  #tagsLengthLeft = tagsLengthMax
  #dataLengthLeft = dataLengthMax

  /** Returns a document for an HTML parser, with entities as in the page. */
  get html(): string {
    return this.#tags.join('\n')
  }

  addTag(name: string, attributes: Attributes): void {
    // On a page of only tags, serialising discarded tags would take most of the time.
    if (this.#tags.length >= tagsMax) return
    const written = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`,
    )
    this.#add(`<${name}${written.join('')}>`)
  }

  addElement(name: string, text: string): void {
    if (text.trim() !== '') this.#add(`<${name}>${text.replaceAll('<', '&lt;')}</${name}>`)
  }

  /** Adds a block of JSON-LD, unless it is over the limit: truncated JSON cannot be parsed. */
  addData(block: string): void {
    if (block.length > this.#dataLengthLeft || this.data.length >= blocksMax) return
    this.#dataLengthLeft -= block.length
    this.data.push(block)
  }

  #add(tag: string): void {
    if (tag.length > this.#tagsLengthLeft || this.#tags.length >= tagsMax) return
    this.#tagsLengthLeft -= tag.length
    this.#tags.push(tag)
  }
}
