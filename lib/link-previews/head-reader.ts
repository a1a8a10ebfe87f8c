import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { type Attributes, hasEnough, isWanted, keptAttributes, keptTags, writeElement, writeTag } from './kept-tags'

/**
 * Bounds on what is kept of a page, whatever its shape; a real page stays far below them. In UTF-16 units: one attribute
 * or text, and all structured data together. And the number of tags.
 */
const textMax = 4_096
const dataMax = 262_144
const tagsMax = 400

/** Of one property, of one relation. */
const repetitionsMax = 20

type Reading = { name: 'title' | 'h1' | 'script'; text: string; max: number }

/** What the tokenizer tells of one page: keeps the few tags that describe it, and stops where nothing more is needed. */
export class HeadReader implements TokenizerCallbacks {
  readonly tags: string[] = []
  readonly data: string[] = []
  readonly #page: string
  readonly #tokenizer = new Tokenizer({ decodeEntities: false }, this)
  readonly #kept = new Map<string, number>()
  #dataLeft = dataMax
  #name = ''
  #attribute = ''
  #attributes: Attributes | undefined
  #reading: Reading | undefined
  /** A title inside a drawing is the drawing's. */
  #drawings = 0
  #isRawText = false
  #isHeadOver = false

  constructor(page: string) {
    this.#page = page
  }

  read(): void {
    this.#tokenizer.write(this.#page)
    this.#tokenizer.end()
  }

  onopentagname(start: number, end: number): void {
    // No tag of interest has a longer name, and a page may consist of one name.
    this.#name = end - start > 8 ? '' : this.#page.slice(start, end).toLowerCase()
    this.#attributes = keptTags.has(this.#name) ? {} : undefined
    if (this.#name === 'body') this.#endHead()
    if (this.#name === 'br' && this.#reading) this.#reading.text += ' '
  }

  onattribname(start: number, end: number): void {
    const name = this.#attributes && end - start <= 16 ? this.#page.slice(start, end).toLowerCase() : ''
    this.#attribute = keptAttributes.has(name) ? name : ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#attributes && this.#attribute !== '') {
      // The first of two attributes of one name counts (HTML, 13.2.5.33).
      this.#attributes[this.#attribute] ??= this.#page.slice(start, Math.min(end, start + textMax))
    }
  }

  onopentagend(): void {
    if (this.#name === 'svg') this.#drawings++
    this.#isRawText = this.#name === 'script' || this.#name === 'style'
    this.#keepTag()
    this.#startReading()
  }

  onselfclosingtag(): void {
    this.#keepTag()
  }

  onclosetag(start: number, end: number): void {
    const name = end - start > 8 ? '' : this.#page.slice(start, end).toLowerCase()
    if (name === 'svg' && this.#drawings > 0) this.#drawings--
    if (name === 'head') this.#endHead()
    if (name === this.#reading?.name) this.#endReading()
    this.#isRawText = false
  }

  ontext(start: number, end: number): void {
    const reading = this.#reading
    if (!reading || (this.#isRawText && reading.name === 'h1')) return
    reading.text += this.#page.slice(start, Math.min(end, start + reading.max - reading.text.length))
  }

  onend(): void {
    if (this.#reading?.name !== 'script') this.#endReading()
  }

  #keepTag(): void {
    const attributes = this.#attributes
    if (!attributes || !isWanted(this.#name, attributes) || this.tags.length >= tagsMax) return
    const kind = `${this.#name} ${attributes.property ?? attributes.name ?? attributes.rel ?? ''}`
    const count = this.#kept.get(kind) ?? 0
    if (count >= repetitionsMax) return
    this.#kept.set(kind, count + 1)
    this.tags.push(writeTag(this.#name, attributes))
    this.#stopIfEnough()
  }

  #startReading(): void {
    const name = this.#name
    if (name === 'script' && /ld\+json/i.test(this.#attributes?.type ?? '')) {
      this.#reading = { name, text: '', max: this.#dataLeft }
    } else if ((name === 'title' || name === 'h1') && this.#drawings === 0 && !this.#kept.has(name)) {
      this.#reading = { name, text: '', max: textMax }
    }
  }

  #endReading(): void {
    const { name, text, max } = this.#reading ?? {}
    this.#reading = undefined
    if (name === undefined || text === undefined || text.trim() === '') return
    if (name !== 'script') {
      this.#kept.set(name, 1)
      this.tags.push(writeElement(name, text))
    } else if (text.length !== max) {
      this.#dataLeft -= text.length
      this.data.push(text)
    }
  }

  #endHead(): void {
    this.#isHeadOver = true
    this.#stopIfEnough()
  }

  #stopIfEnough(): void {
    if (this.#isHeadOver && hasEnough(this.#kept)) this.#tokenizer.pause()
  }

  // What tells nothing of a page.
  onattribend(): void {}
  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
}
