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

/** No mark is longer, so what is carried over from one chunk finds the marks cut in two. */
const overlap = 16

/**
 * Decides when enough of an HTML page has been read: its head has ended and it names what a card shows. Most pages do; the
 * rest of other pages may add something, so it is read. This only saves bytes: the parser judges what was read.
 */
export class HeadWatch implements BodyWatch {
  /** A mark that was found is looked for no more: a page may hold ten thousands of one. */
  readonly #unseen = new Map(Object.entries(marks))
  #tail = ''
  #isTitleTagClosed = false

  /** Takes the next decoded bytes of the page; true once there is enough. */
  isEnough(chunk: Uint8Array): boolean {
    const text =
      this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    const titleAt = this.#hasSeen('og:title') ? this.#tail.length : text.search(marks['og:title'])
    if (titleAt >= 0 && text.includes('>', titleAt)) this.#isTitleTagClosed = true
    for (const [mark, pattern] of this.#unseen) if (pattern.test(text)) this.#unseen.delete(mark)
    this.#tail = text.slice(-overlap)
    // Structured data names the publisher too, and needs no `og:site_name` beside it.
    const isNamed = wanted.every(
      (mark) => this.#hasSeen(mark) || (mark === 'og:site_name' && this.#hasSeen('ld+json')),
    )
    return isNamed && (this.#hasSeen('</head') || this.#hasSeen('<body'))
  }

  /** Whether there is a whole title, or the head has ended. */
  get isUsable(): boolean {
    return (
      this.#isTitleTagClosed || ['</title', '</head', '<body'].some((mark) => this.#hasSeen(mark))
    )
  }

  #hasSeen(mark: string): boolean {
    return !this.#unseen.has(mark)
  }
}
