import type { DocumentRegions } from './document-regions'

/** UTF-16 units of a paragraph, more than any description needs, including entities and markup. */
const textMax = 4_096

/** Characters. Chinese, Japanese and Korean ones count twice. */
const lengthMin = 60
const eastAsian = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g

/** Words of site notices, which often precede the content. */
const notice = /\b(?:cookies?|javascript|newsletter|subscribe|ad ?blocker)\b|cookie/i

/** Elements whose tags end an unclosed paragraph (HTML, 13.1.2.4). */
const ending = new Set(
  `address article aside blockquote div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr
  main nav ol p pre section table ul`.split(/\s+/),
)

/** The rank of a paragraph; lower is better. */
type Rank = 0 | 1 | 2

/** Finds the first real paragraph: in the article, else after the heading, else anywhere. */
export class ParagraphReader {
  readonly #found: { text: string; rank: Rank }[] = []
  #reading: { text: string; rank: Rank; linkLength: number } | undefined
  #isLink = false
  #isAfterHeading = false

  open(name: string, zones: DocumentRegions): void {
    if (ending.has(name)) this.#end()
    if (name === 'a') this.#isLink = true
    if (name === 'h1') this.#isAfterHeading = true
    if (name === 'br') this.read(' ')
    if (name !== 'p' || zones.isHidden || zones.isAside) return
    this.#reading = {
      text: '',
      rank: zones.isText ? 0 : this.#isAfterHeading ? 1 : 2,
      linkLength: 0,
    }
    this.#isLink = false
  }

  read(piece: string): void {
    const reading = this.#reading
    if (!reading || reading.text.length >= textMax) return
    reading.text += piece.slice(0, textMax - reading.text.length)
    if (this.#isLink) reading.linkLength += piece.length
  }

  close(name: string): void {
    if (ending.has(name)) this.#end()
    if (name === 'a') this.#isLink = false
  }

  get isReading(): boolean {
    return this.#reading !== undefined
  }

  /** Returns the best paragraph so far, without tags; `""` if there is none. */
  get best(): string {
    return (
      [0, 1, 2].map((rank) => this.#found.find((found) => found.rank === rank)).find(Boolean)
        ?.text ?? ''
    )
  }

  #end(): void {
    const reading = this.#reading
    this.#reading = undefined
    if (!reading || this.#found.some(({ rank }) => rank <= reading.rank)) return
    const text = reading.text.replace(/\s+/g, ' ')
    const length = text.length + (text.match(eastAsian)?.length ?? 0)
    const isUseful =
      length >= lengthMin &&
      reading.linkLength < text.length / 2 &&
      !(reading.rank > 0 && notice.test(text))
    if (isUseful) this.#found.push({ text, rank: reading.rank })
  }
}
