import type { BodyWatch } from './read-body'

const marks = {
  '</title': /<\/title[\s>]/i,
  '</head': /<\/head[\s>]/i,
  '<body': /<body[\s>]/i,
  'og:title': /og:title/i,
  'og:image': /og:image/i,
  'og:site_name': /og:site_name/i,
  description: /description/i,
  'ld+json': /ld\+json/i,
}
const wanted = ['og:title', 'og:image', 'description', 'og:site_name']

/** The characters carried over between chunks, to find split marks. No mark is longer. */
const overlap = 16

/**
 * Decides when enough of an HTML page has been read: its head has ended and names the fields of a
 * card. Most pages do; other pages are read further, because the rest may add something. This only
 * saves bytes: the parser decides what the page declares.
 */
export class HeadWatch implements BodyWatch {
  /** A found mark is removed, because a page may contain tens of thousands of it. */
  readonly #unseen = new Map(Object.entries(marks))
  #tail = ''
  #isTitleTagClosed = false

  /** Receives the next decoded bytes of the page; returns true once there is enough. */
  isEnough(chunk: Uint8Array): boolean {
    const text =
      this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    const titleAt = this.#hasSeen('og:title') ? this.#tail.length : text.search(marks['og:title'])
    if (titleAt >= 0 && text.includes('>', titleAt)) this.#isTitleTagClosed = true
    for (const [mark, pattern] of this.#unseen) if (pattern.test(text)) this.#unseen.delete(mark)
    this.#tail = text.slice(-overlap)
    // Structured data also names the publisher, so `og:site_name` is not required.
    const isNamed = wanted.every(
      (mark) => this.#hasSeen(mark) || (mark === 'og:site_name' && this.#hasSeen('ld+json')),
    )
    return isNamed && (this.#hasSeen('</head') || this.#hasSeen('<body'))
  }

  /** Returns whether a whole title has been read, or the head has ended. */
  get isUsable(): boolean {
    return (
      this.#isTitleTagClosed || ['</title', '</head', '<body'].some((mark) => this.#hasSeen(mark))
    )
  }

  #hasSeen(mark: string): boolean {
    return !this.#unseen.has(mark)
  }
}
