import { make } from '@/components/ui/make-element'
import type { LinkPreview } from '@/lib/client'
import { request } from './api'
import style from './card.css?inline'
import { sheetOf } from './sheet-of'

const sheet = sheetOf(style)

/**
 * `<afterword-card href="…">` shows a link as a card. Its children, usually the link itself, remain
 * visible until the card is shown, and if the linked page cannot be read.
 */
export class CardElement extends HTMLElement {
  static observedAttributes = ['href']

  attributeChangedCallback(_: string, before: string | null, href: string | null): void {
    if (href === before || href === null) return
    this.shadowRoot?.replaceChildren(make('slot'))
    this.#show(href).catch(console.warn)
  }

  async #show(href: string): Promise<void> {
    const url = new URL(href, location.href).href
    const { title, description, image, siteName } = await request<LinkPreview>(
      `/api/og-metadata?${new URLSearchParams({ url })}`,
    )
    if (this.getAttribute('href') !== href) return
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    const picture =
      image && make('img', { src: image, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' })
    // Without its image, the card shows only its title and description.
    if (picture) picture.addEventListener('error', () => picture.remove())
    root.replaceChildren(
      make(
        'a',
        { href: url, part: 'card' },
        picture,
        make(
          'span',
          {},
          make('b', { dir: 'auto' }, title),
          description && make('i', { dir: 'auto' }, description),
          make('small', { dir: 'auto' }, siteName),
        ),
      ),
    )
  }
}
