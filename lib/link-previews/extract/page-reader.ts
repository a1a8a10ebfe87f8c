import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { DocumentRegions } from './document-regions'
import { type Attributes, FlatPage, isWanted, keptAttributes, keptTags } from './flat-page'
import { MicrodataReader } from './microdata-reader'
import { ParagraphReader } from './paragraph-reader'

/** Limits in UTF-16 units: of an attribute, title or heading, and of structured data. */
const textMax = 4_096
const dataMax = 262_144

/** The first heading may be the site's name, so several are kept. */
const headingsMax = 3

/** No relevant tag or attribute has a longer name. A page may consist of a single huge name. */
const nameMax = 16

/** UTF-16 units. Challenge pages and empty pages are shorter. */
const shortPageMax = 65_536

/** A page's tags and scripts, and the text between them. Neither is decoded. */
export type PageParts = { markup: string; text: string }

type Reading = { name: string; text: string; max: number }

/** Handles the tokenizer's callbacks for one page. Keeps the few tags that describe it. */
export class PageReader implements TokenizerCallbacks {
  readonly flat = new FlatPage()
  readonly #page: string
  readonly #tokenizer = new Tokenizer({ decodeEntities: false }, this)
  readonly #zones = new DocumentRegions()
  readonly #paragraphs = new ParagraphReader()
  readonly items: MicrodataReader | undefined
  #name = ''
  #attribute = ''
  #attributes: Attributes | undefined
  #reading: Reading | undefined
  #headings = 0
  #hasTitle = false
  #isRawText = false
  readonly #isShort: boolean
  readonly #text: string[] = []
  readonly #markup: string[] = []
  #textEnd = 0

  constructor(page: string) {
    this.#page = page
    this.#isShort = page.trim().length <= shortPageMax
    if (page.includes('itemprop')) this.items = new MicrodataReader()
  }

  read(): void {
    this.#tokenizer.write(this.#page)
    this.#tokenizer.end()
    this.flat.addElement('p', this.#paragraphs.best)
  }

  /** Returns the parts of a short page; undefined for a longer one. */
  get parts(): PageParts | undefined {
    if (!this.#isShort) return undefined
    const text = this.#text.join(' ').replaceAll(/\s+/g, ' ').trim()
    return { markup: this.#markup.join('') + this.#page.slice(this.#textEnd), text }
  }

  onopentagname(start: number, end: number): void {
    this.#name = end - start > nameMax ? '' : this.#page.slice(start, end).toLowerCase()
    this.#attributes = this.items || keptTags.has(this.#name) ? {} : undefined
  }

  onattribname(start: number, end: number): void {
    this.#attribute = ''
    if (!this.#attributes || end - start > nameMax) return
    const name = this.#page.slice(start, end).toLowerCase()
    // The first of two attributes of one name counts (HTML, 13.2.5.33).
    if (!keptAttributes.has(name) || this.#attributes[name] !== undefined) return
    this.#attribute = name
    this.#attributes[name] = ''
  }

  onattribdata(start: number, end: number): void {
    if (!this.#attributes || this.#attribute === '') return
    this.#attributes[this.#attribute] = this.#page.slice(start, Math.min(end, start + textMax))
  }

  onopentagend(): void {
    const name = this.#name
    this.#isRawText = name === 'script' || name === 'style'
    this.#zones.enter(name)
    if (this.#attributes && isWanted(name, this.#attributes))
      this.flat.addTag(name, this.#attributes)
    if (this.#attributes) this.items?.open(name, this.#attributes)
    this.#paragraphs.open(name, this.#zones)
    if (name === 'br' && this.#reading && this.#reading.text.length < textMax)
      this.#reading.text += ' '
    this.#startReading()
  }

  /** `/>` only closes SVG and MathML elements; an HTML element stays open (HTML, 13.2.5.40). */
  onselfclosingtag(): void {
    if (this.#name === 'svg') return
    this.onopentagend()
    this.#isRawText = false
  }

  onclosetag(start: number, end: number): void {
    const name = end - start > nameMax ? '' : this.#page.slice(start, end).toLowerCase()
    this.#isRawText = false
    this.#zones.leave(name)
    this.items?.close(name)
    this.#paragraphs.close(name)
    if (name === this.#reading?.name) this.#endReading()
  }

  ontext(start: number, end: number): void {
    const reading = this.#reading
    const isSeen = !this.#isRawText && !this.#zones.isHidden
    if (reading && (reading.name !== 'h1' || isSeen)) {
      reading.text += this.#page.slice(
        start,
        Math.min(end, start + reading.max - reading.text.length),
      )
    }
    if (this.#isShort && !this.#isRawText) {
      this.#markup.push(this.#page.slice(this.#textEnd, start))
      this.#text.push(this.#page.slice(start, end))
      this.#textEnd = end
    }
    if (this.#isRawText || !(this.#paragraphs.isReading || this.items?.isReading)) return
    const piece = this.#page.slice(start, Math.min(end, start + textMax))
    if (isSeen) this.#paragraphs.read(piece)
    this.items?.read(piece)
  }

  onend(): void {
    if (this.#reading?.name !== 'script') this.#endReading()
    this.#paragraphs.close('p')
  }

  #startReading(): void {
    const name = this.#name
    const isData = name === 'script' && /ld\+json/i.test(this.#attributes?.type ?? '')
    const { isHidden, isAside } = this.#zones
    const isTitle = name === 'title' && !isHidden && !this.#hasTitle
    const isHeading = name === 'h1' && !isHidden && !isAside && this.#headings < headingsMax
    if (isData || isTitle || isHeading)
      this.#reading = { name, text: '', max: isData ? dataMax + 1 : textMax }
  }

  #endReading(): void {
    const { name, text } = this.#reading ?? {}
    this.#reading = undefined
    if (name === undefined || text === undefined || text.trim() === '') return
    if (name === 'script') this.flat.addData(text)
    else this.flat.addElement(name, text)
    if (name === 'h1') this.#headings++
    if (name === 'title') this.#hasTitle = true
  }

  // Callbacks without relevant information.
  onattribend(): void {}
  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
}
