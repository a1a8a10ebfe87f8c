import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import type { Steps } from '@/lib/link-previews/worker/take-turns'
import { DocumentRegions } from './document-regions'
import { FlatPage } from './flat-page'
import { type Attributes, isWanted, keptAttributes, keptTags } from './kept-tags'
import { MicrodataReader } from './microdata-reader'
import { hasAllFields, hasLateIcon, hasLateMarks, isDeclared } from './missing-fields'
import { ParagraphReader } from './paragraph-reader'

/**
 * UTF-16 units. For the worst page, the tokenizer needs some milliseconds per slice, and garbage
 * collection as many again.
 */
export const sliceLength = 4_096

/**
 * Limits in UTF-16 units: of one attribute, title or heading, and of one block of structured data.
 */
const textMax = 4_096
const dataMax = 262_144

/** The first heading may be the site's name, so several are kept. */
const headingsMax = 3

/** No relevant tag or attribute has a longer name. A page may consist of a single huge name. */
const nameMax = 16

type Reading = { name: 'title' | 'h1' | 'script'; text: string; max: number }

/**
 * Handles the tokenizer's callbacks for one page. Keeps the few tags that describe it and stops
 * once it has enough.
 */
export class PageReader implements TokenizerCallbacks {
  readonly flat = new FlatPage()
  readonly #page: string
  readonly #tokenizer = new Tokenizer({ decodeEntities: false }, this)
  readonly #zones = new DocumentRegions()
  readonly #paragraphs = new ParagraphReader()
  readonly #items: MicrodataReader | undefined
  #name = ''
  #attribute = ''
  #attributes: Attributes | undefined
  #reading: Reading | undefined
  #headings = 0
  #hasMainHeading = false
  #isRawText = false
  #isHeadOver = false
  #mayComeLate = true
  #mayIconComeLate = false
  /** The amount that had been read at the last check whether it is enough. */
  #progress = -1
  #isDone = false

  constructor(page: string) {
    this.#page = page
    if (page.includes('itemprop'))
      this.#items = new MicrodataReader((value) => this.flat.addValue(value))
  }

  /** Reads the page in slices, one per step. */
  *read(): Steps<void> {
    for (let start = 0; start < this.#page.length && !this.#isDone; start += sliceLength) {
      this.#tokenizer.write(this.#page.slice(start, start + sliceLength))
      yield
    }
    if (!this.#isDone) this.#tokenizer.end()
    this.flat.addElement('p', this.#paragraphs.best)
  }

  onopentagname(start: number, end: number): void {
    this.#name = end - start > nameMax ? '' : this.#page.slice(start, end).toLowerCase()
    this.#attributes = this.#items || keptTags.has(this.#name) ? {} : undefined
    if (this.#name === 'body') this.#endHead(end)
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

  /** May be called several times for one value, when a slice ends inside it. */
  onattribdata(start: number, end: number): void {
    if (!this.#attributes || this.#attribute === '') return
    const value = this.#attributes[this.#attribute] ?? ''
    this.#attributes[this.#attribute] =
      value + this.#page.slice(start, Math.min(end, start + textMax - value.length))
  }

  onopentagend(): void {
    const name = this.#name
    this.#isRawText = name === 'script' || name === 'style'
    this.#zones.enter(name)
    this.#keepTag()
    if (this.#attributes) this.#items?.open(name, this.#attributes)
    if (this.#wantsParagraph) this.#paragraphs.open(name, this.#zones)
    if (name === 'br' && this.#reading && this.#reading.text.length < textMax)
      this.#reading.text += ' '
    this.#startReading()
    this.#stopIfEnough()
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
    this.#items?.close(name)
    this.#paragraphs.close(name)
    if (name === this.#reading?.name) this.#endReading()
    if (name === 'head') this.#endHead(end)
    else this.#stopIfEnough()
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
    if (this.#isRawText || !(this.#paragraphs.isReading || this.#items?.isReading)) return
    const piece = this.#page.slice(start, Math.min(end, start + textMax))
    if (isSeen) this.#paragraphs.read(piece)
    this.#items?.read(piece)
  }

  onend(): void {
    if (this.#reading?.name !== 'script') this.#endReading()
    this.#paragraphs.close('p')
  }

  /**
   * Returns whether to look for paragraphs. The text of the page is a last resort for the
   * description.
   */
  get #wantsParagraph(): boolean {
    return !this.#paragraphs.isDone && !isDeclared('description', this.flat)
  }

  /** Returns whether the page's text has already given the fields that its declarations lack. */
  get #hasWords(): boolean {
    return !this.#wantsParagraph && (this.#hasMainHeading || isDeclared('title', this.flat))
  }

  #keepTag(): void {
    if (this.#attributes && isWanted(this.#name, this.#attributes))
      this.flat.addTag(this.#name, this.#attributes)
  }

  #startReading(): void {
    const name = this.#name
    if (name === 'script') {
      if (/ld\+json/i.test(this.#attributes?.type ?? ''))
        this.#reading = { name, text: '', max: dataMax + 1 }
    } else if (name === 'title' && !this.#zones.isHidden && !this.flat.has('title')) {
      this.#reading = { name, text: '', max: textMax }
    } else if (
      name === 'h1' &&
      !this.#zones.isHidden &&
      !this.#zones.isAside &&
      this.#headings < headingsMax
    ) {
      this.#reading = { name, text: '', max: textMax }
    }
  }

  #endReading(): void {
    const { name, text } = this.#reading ?? {}
    this.#reading = undefined
    if (name === undefined || text === undefined || text.trim() === '') return
    if (name === 'script') this.flat.addData(text)
    else this.flat.addElement(name, text)
    if (name !== 'h1') return
    this.#headings++
    // A heading elsewhere may be the site's name.
    this.#hasMainHeading ||= this.#zones.isText || this.#headings === headingsMax
  }

  #endHead(end: number): void {
    if (this.#isHeadOver) return
    this.#isHeadOver = true
    this.#mayComeLate = hasLateMarks(this.#page, end)
    this.#mayIconComeLate =
      this.#mayComeLate && !this.flat.has('link icon') && hasLateIcon(this.#page, end)
    this.#stopIfEnough()
  }

  #stopIfEnough(): void {
    if (!this.#isHeadOver || this.#isDone) return
    const progress = this.flat.size + Number(this.#paragraphs.isDone)
    if (progress === this.#progress) return
    this.#progress = progress
    const isAwaited = this.#mayIconComeLate && !this.flat.has('link icon')
    this.#isDone = (hasAllFields(this.flat) && !isAwaited) || (!this.#mayComeLate && this.#hasWords)
    if (this.#isDone) this.#tokenizer.pause()
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
