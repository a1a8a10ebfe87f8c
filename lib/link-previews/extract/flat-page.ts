import { type Attributes, kindOf } from './kept-tags'
import type { MicrodataValue } from './microdata-reader'

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
    if (block.includes('"publisher"')) this.#count('meta publisher.name')
  }

  #add(kind: string, tag: string): void {
    if (tag.length > this.#tagsLengthLeft || !this.#hasRoom(kind)) return
    this.#tagsLengthLeft -= tag.length
    this.#tags.push(tag)
    this.#count(kind)
  }

  #hasRoom(kind: string): boolean {
    return this.#tags.length < tagsMax && (this.#kinds.get(kind) ?? 0) < tagsOfOneKindMax
  }

  #count(kind: string): void {
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1)
  }
}
