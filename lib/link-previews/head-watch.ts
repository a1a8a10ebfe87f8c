const marks = {
  '</head': /<\/head[\s>]/i,
  '<body': /<body[\s>]/i,
  'og:title': /og:title/i,
  'og:image': /og:image/i,
  'og:site_name': /og:site_name/i,
  description: /description/i,
  'ld+json': /ld\+json/i,
}
const wanted = ['og:title', 'og:image', 'description', 'og:site_name']

/** No mark is longer, so what is carried over from one chunk finds the marks cut in two. */
const overlap = 16

/**
 * Says when enough of an HTML page has been read: its head is over, and named what a card shows. Most pages are so; where
 * one is not, the rest of it may tell more, and is read. It only ever saves bytes: what is read is judged by the parser.
 */
export class HeadWatch {
  /** A mark that was found is looked for no more: a page may hold ten thousands of one. */
  readonly #unseen = new Map(Object.entries(marks))
  #tail = ''

  /** Takes the next decoded bytes of the page; true once there is enough. */
  isEnough(chunk: Uint8Array): boolean {
    const text = this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    for (const [mark, pattern] of this.#unseen) if (pattern.test(text)) this.#unseen.delete(mark)
    this.#tail = text.slice(-overlap)
    // Structured data names the publisher too, and needs no `og:site_name` beside it.
    const isNamed = wanted.every((mark) => this.#hasSeen(mark) || (mark === 'og:site_name' && this.#hasSeen('ld+json')))
    return isNamed && (this.#hasSeen('</head') || this.#hasSeen('<body'))
  }

  #hasSeen(mark: string): boolean {
    return !this.#unseen.has(mark)
  }
}
