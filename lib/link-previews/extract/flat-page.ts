/** Attributes of a tag as the page writes them, with entities not decoded. */
export type Attributes = Record<string, string>

/**
 * A value of a microdata item (HTML, 5.2). Items are numbered. A property of a nested item is
 * prefixed with the name of the property that contains it.
 */
export type MicrodataValue = { item: number; type: string; property: string; value: string }

/** Tags without an end tag that may affect a preview. */
export const keptTags = new Set(['base', 'link', 'meta', 'script'])

/** The attributes that extraction reads. */
export const keptAttributes = new Set([
  ...['content', 'href', 'media', 'name', 'property', 'rel', 'sizes', 'src', 'type'],
  ...['itemprop', 'itemscope', 'itemtype'],
])

const wantedMeta =
  /^\s*(?:og:|twitter:|(?:description|application-name|apple-mobile-web-app-title)\s*$)/i
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

/** Returns the kind under which a tag is counted, such as `meta og:title`. */
function kindOf(name: string, attributes: Attributes): string {
  const { property, name: key, rel, itemprop } = attributes
  if (name === 'link' && /icon/i.test(rel ?? '')) return 'link icon'
  return `${name} ${property ?? key ?? rel ?? itemprop ?? ''}`.trim().toLowerCase()
}

/**
 * Limits on what is kept of a page, far above the needs of real pages. Lengths are in UTF-16 units.
 * The numbers of tags limit the total and each kind (one property or one relation).
 */
const tagsLengthMax = 65_536
const dataLengthMax = 262_144
const tagsMax = 400
const blocksMax = 50
const tagsOfOneKindMax = 30

/** The relevant parts of a page: its JSON-LD, and a short list of tags without nesting. */
export class FlatPage {
  readonly data: string[] = []
  readonly #tags: string[] = []
  readonly #kinds = new Map<string, number>()
  #tagsLengthLeft = tagsLengthMax
  #dataLengthLeft = dataLengthMax

  /** Returns a document for an HTML parser, with entities as in the page. */
  get html(): string {
    return this.#tags.join('\n')
  }

  has(kind: string): boolean {
    return this.#kinds.has(kind)
  }

  addTag(name: string, attributes: Attributes): void {
    const kind = kindOf(name, attributes)
    // Check first: on a page of only tags, serializing discarded tags would take most of the time.
    if (!this.#hasRoom(kind)) return
    const written = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`,
    )
    this.#add(kind, `<${name}${written.join('')}>`)
  }

  addElement(name: string, text: string): void {
    if (text.trim() === '') return
    this.#add(name, `<${name}>${text.replaceAll('<', '&lt;')}</${name}>`)
  }

  /** Adds a microdata value. Pages cannot forge it: their `data-item` attributes are dropped. */
  addValue({ item, type, property, value }: MicrodataValue): void {
    this.addTag('meta', {
      'data-item': String(item),
      itemtype: type,
      itemprop: property,
      content: value,
    })
  }

  /** Adds a block of JSON-LD, unless it is over the limit: truncated JSON cannot be parsed. */
  addData(block: string): void {
    if (block.length > this.#dataLengthLeft || this.data.length >= blocksMax) return
    this.#dataLengthLeft -= block.length
    this.data.push(block)
  }

  #add(kind: string, tag: string): void {
    if (tag.length > this.#tagsLengthLeft || !this.#hasRoom(kind)) return
    this.#tagsLengthLeft -= tag.length
    this.#tags.push(tag)
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1)
  }

  #hasRoom(kind: string): boolean {
    return this.#tags.length < tagsMax && (this.#kinds.get(kind) ?? 0) < tagsOfOneKindMax
  }
}
