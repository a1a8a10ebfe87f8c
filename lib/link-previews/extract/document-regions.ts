/**
 * What stands inside these is not what the page is about: nobody sees it (a drawing has titles of its own, a `noscript`
 * asks for JavaScript) or reads it (a `button`), or it stands beside the text. And where the text itself stands.
 */
const zones = new Map<string, 'hidden' | 'aside' | 'header' | 'text'>([
  ...(
    [
      'svg',
      'template',
      'noscript',
      'iframe',
      'noembed',
      'noframes',
      'select',
      'button',
      'object',
    ] as const
  ).map((name) => [name, 'hidden'] as const),
  ...(['nav', 'aside', 'footer', 'form', 'dialog', 'figure', 'blockquote', 'table'] as const).map(
    (name) => [name, 'aside'] as const,
  ),
  ['header', 'header'],
  ['article', 'text'],
  ['main', 'text'],
])

/** Knows in which zones of a page the reading has arrived, without knowing its tree. */
export class DocumentRegions {
  readonly #open = new Map<string, number>()
  readonly #depths = { hidden: 0, aside: 0, header: 0, text: 0 }

  enter(name: string): void {
    const zone = zones.get(name)
    if (zone === undefined) return
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    this.#depths[zone]++
  }

  /** An end without a beginning is none. */
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

  /** Beside the text: the header of a page is, that of an article is not. */
  get isAside(): boolean {
    return this.#depths.aside > 0 || (this.#depths.header > 0 && !this.isText)
  }
}
