import { type Attributes, kindOf } from './kept-tags'
import type { MicrodataValue } from './microdata-reader'

/**
 * Bounds on what is kept of a page, whatever its shape; a real page stays far below them. In UTF-16 units, and the numbers
 * of tags, in all and of one kind: one property, one relation.
 */
const tagsLengthMax = 65_536
const dataLengthMax = 262_144
const tagsMax = 400
const blocksMax = 50
const tagsOfOneKindMax = 30

/** What is kept of a page: a short list of tags without nesting, which any parser reads in no time, and its JSON-LD. */
export class FlatPage {
  readonly data: string[] = []
  readonly #tags: string[] = []
  readonly #kinds = new Map<string, number>()
  #tagsLengthLeft = tagsLengthMax
  #dataLengthLeft = dataLengthMax

  /** A document for an HTML parser. Values and texts are encoded as the page wrote them. */
  get html(): string {
    return this.#tags.join('\n')
  }

  /** Whether a tag of this kind (`meta og:title`, `h1`) was kept. */
  has(kind: string): boolean {
    return this.#kinds.has(kind)
  }

  /** How many tags and blocks were kept. */
  get size(): number {
    return this.#tags.length + this.data.length
  }

  addTag(name: string, attributes: Attributes): void {
    const kind = kindOf(name, attributes)
    // Asked first, as writing what is not kept is most of the work on a page of nothing but tags.
    if (!this.#hasRoom(kind)) return
    const written = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`,
    )
    this.#add(kind, `<${name}${written.join('')}>`)
  }

  /** An element with nothing in it but text. */
  addElement(name: string, text: string): void {
    if (text.trim() === '') return
    this.#add(name, `<${name}>${text.replaceAll('<', '&lt;')}</${name}>`)
  }

  /** A value of microdata, as a tag that no page could write: `data-item` is kept of none. */
  addValue({ item, type, property, value }: MicrodataValue): void {
    this.addTag('meta', {
      'data-item': String(item),
      itemtype: type,
      itemprop: property,
      content: value,
    })
  }

  /** A block of JSON-LD. One that is too long would be cut in two, and so be none. */
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
