import { request } from './api'
import { make } from './dom'

type Preview = {
  title: string
  description: string
  image: string
  siteName: string
  url: string
}

const style = `
:host { display: block; margin-block: 1em }
a { display: flex; overflow: hidden; border: 1px solid var(--afterword-rule, color-mix(in srgb, currentColor 18%, transparent));
  border-radius: var(--afterword-radius, 10px); color: inherit; text-decoration: none }
a:hover b { text-decoration: underline }
img { flex: none; width: 30%; max-width: 12rem; object-fit: cover }
span { display: grid; gap: .25em; align-content: center; min-width: 0; padding: .75em 1em }
b, i { overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2 }
i, small { color: var(--afterword-muted, color-mix(in srgb, currentColor 65%, transparent)); font-style: normal; font-size: .875em }
`

/**
 * `<afterword-card href="…">` shows a link as a card. Its children, usually the link itself, remain
 * visible until the card is there, and if the linked page cannot be read.
 */
export class CardElement extends HTMLElement {
  static observedAttributes = ['href']

  attributeChangedCallback(_: string, before: string | null, href: string | null): void {
    if (href !== null && href !== before) this.#show(href).catch(console.warn)
  }

  async #show(href: string): Promise<void> {
    const url = new URL(href, location.href).href
    const preview = await request<Preview>(`/api/og-metadata?${new URLSearchParams({ url })}`)
    if (this.getAttribute('href') !== href) return
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [sheet]
    const { title, description, image, siteName } = preview
    root.replaceChildren(
      make(
        'a',
        { href: url, part: 'card', rel: 'noopener' },
        image !== '' &&
          make('img', { src: image, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' }),
        make(
          'span',
          {},
          make('b', { dir: 'auto' }, title),
          description !== '' && make('i', { dir: 'auto' }, description),
          make('small', { dir: 'auto' }, siteName),
        ),
      ),
    )
  }
}
