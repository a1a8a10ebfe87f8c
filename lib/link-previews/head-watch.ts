const wanted = ['og:title', 'og:image', 'description', 'og:site_name'] as const
const marks = /<\/head[\s>]|<body[\s>]|og:title|og:image|og:site_name|description|ld\+json/gi

/** No mark is longer, so what is carried over from one chunk finds the marks cut in two. */
const overlap = 16

/**
 * Says when enough of an HTML page has been read: its head is over, and named what a card shows. Most pages are so; where
 * one is not, the rest of it may tell more, and is read. It only ever saves bytes: what is read is judged by the parser.
 */
export class HeadWatch {
  readonly #seen = new Set<string>()
  #tail = ''

  /** Takes the next decoded bytes of the page; true once there is enough. */
  isEnough(chunk: Uint8Array): boolean {
    const text = this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    for (const [mark] of text.matchAll(marks)) this.#seen.add(mark.toLowerCase().replace(/[\s>]$/, ''))
    this.#tail = text.slice(-overlap)
    // Structured data names the publisher too, and needs no `og:site_name` beside it.
    const isNamed = wanted.every((mark) => this.#seen.has(mark) || (mark === 'og:site_name' && this.#seen.has('ld+json')))
    return isNamed && (this.#seen.has('</head') || this.#seen.has('<body'))
  }
}
