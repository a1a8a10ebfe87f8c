/** What is looked for, and as what. */
const marks = {
  '</head': '</head[\\s>]',
  '<body': '<body[\\s>]',
  'og:title': 'og:title',
  'og:image': 'og:image',
  'og:site_name': 'og:site_name',
  description: 'description',
  'ld+json': 'ld\\+json',
}
const wanted = ['og:title', 'og:image', 'description', 'og:site_name']

/** No mark is longer, so what is carried over from one chunk finds the marks cut in two. */
const overlap = 16

const patternOf = (unseen: readonly string[]) => new RegExp(unseen.join('|'), 'gi')

/**
 * Says when enough of an HTML page has been read: its head is over, and named what a card shows. Most pages are so; where
 * one is not, the rest of it may tell more, and is read. It only ever saves bytes: what is read is judged by the parser.
 */
export class HeadWatch {
  readonly #unseen = new Map(Object.entries(marks))
  #pattern = patternOf(Object.values(marks))
  #tail = ''

  /** Takes the next decoded bytes of the page; true once there is enough. */
  isEnough(chunk: Uint8Array): boolean {
    const text = this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    this.#look(text)
    this.#tail = text.slice(-overlap)
    // Structured data names the publisher too, and needs no `og:site_name` beside it.
    const isNamed = wanted.every((mark) => this.#hasSeen(mark) || (mark === 'og:site_name' && this.#hasSeen('ld+json')))
    return isNamed && (this.#hasSeen('</head') || this.#hasSeen('<body'))
  }

  /** Each mark is found once, and looked for no more: a page may hold ten thousands of one. */
  #look(text: string): void {
    let from = 0
    while (this.#unseen.size > 0) {
      this.#pattern.lastIndex = from
      const found = this.#pattern.exec(text)
      if (!found) return
      from = this.#pattern.lastIndex
      this.#unseen.delete(found[0].toLowerCase().replace(/[\s>]$/, ''))
      this.#pattern = patternOf([...this.#unseen.values()])
    }
  }

  #hasSeen(mark: string): boolean {
    return !this.#unseen.has(mark)
  }
}
