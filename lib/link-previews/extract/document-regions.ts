/**
 * Elements that mark a region of the page. Hidden regions show no content of the page: an SVG has
 * its own titles, and a `noscript` asks readers to enable JavaScript. Aside regions are beside the
 * main text; text regions contain it.
 */
const zones = new Map<string, 'hidden' | 'aside' | 'header' | 'text'>()
const names = {
  hidden: 'svg template noscript iframe noembed noframes select button object',
  aside: 'nav aside footer form dialog figure blockquote table',
  header: 'header',
  text: 'article main',
} as const
for (const zone of ['hidden', 'aside', 'header', 'text'] as const)
  for (const name of names[zone].split(' ')) zones.set(name, zone)

/** Tracks the regions at the current position of the tokenizer, without building a tree. */
export class DocumentRegions {
  readonly #open = new Map<string, number>()
  readonly #depths = { hidden: 0, aside: 0, header: 0, text: 0 }

  enter(name: string): void {
    const zone = zones.get(name)
    if (zone === undefined) return
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    this.#depths[zone]++
  }

  /** Ignores an end tag without a start tag. */
  leave(name: string): void {
    const zone = zones.get(name)
    const open = this.#open.get(name) ?? 0
    if (zone === undefined || open === 0) return
    this.#open.set(name, open - 1)
    this.#depths[zone]--
  }

  get isHidden(): boolean {
    return this.#depths.hidden > 0
  }

  get isText(): boolean {
    return this.#depths.text > 0
  }

  /** A page's header is beside the main text; an article's header is not. */
  get isAside(): boolean {
    return this.#depths.aside > 0 || (this.#depths.header > 0 && !this.isText)
  }
}
