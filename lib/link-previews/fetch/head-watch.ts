import type { BodyWatch } from './read-body'

const marks =
  /<\/(?:title|head)(?=[\s>])|<body(?=[\s>])|og:(?:title|image|site_name)|description|ld\+json/gi
const wanted = ['og:title', 'og:image', 'description', 'og:site_name']

/** The characters carried over between chunks, to find split marks. No mark is longer. */
const overlap = 16

/**
 * Decides when enough of an HTML page has been read: its head has ended and names the fields of a
 * card. Most pages do; other pages are read further, because the rest may add something. This only
 * saves bytes: the parser decides what the page declares.
 */
export class HeadWatch implements BodyWatch {
  readonly #seen = new Set<string>()
  #tail = ''
  #isTitleTagClosed = false

  /** Receives the next decoded bytes of the page; returns true once there is enough. */
  isEnough(chunk: Uint8Array): boolean {
    const text =
      this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    const titleAt = this.#seen.has('og:title') ? this.#tail.length : text.search(/og:title/i)
    if (titleAt >= 0 && text.includes('>', titleAt)) this.#isTitleTagClosed = true
    for (const [mark] of text.matchAll(marks)) this.#seen.add(mark.toLowerCase())
    this.#tail = text.slice(-overlap)
    // Structured data also names the publisher, so `og:site_name` is not required.
    const isNamed = wanted.every(
      (mark) => this.#seen.has(mark) || (mark === 'og:site_name' && this.#seen.has('ld+json')),
    )
    return isNamed && (this.#seen.has('</head') || this.#seen.has('<body'))
  }

  /** Returns whether a whole title has been read, or the head has ended. */
  get isUsable(): boolean {
    return (
      this.#isTitleTagClosed || ['</title', '</head', '<body'].some((mark) => this.#seen.has(mark))
    )
  }
}
