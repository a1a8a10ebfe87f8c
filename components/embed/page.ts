/** The identity of the page that contains an element. */
import { slugOfUrl } from '@/lib/threads/thread-slug'

const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Returns the slug of this page, from its canonical URL or its address. */
function slugOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel~=canonical]')?.href
  // On a developer's machine, the canonical URL is the URL of the published page.
  return (
    (canonical && !isLocal.test(location.hostname) && slugOfUrl(canonical, true)) ||
    slugOfUrl(location.href) ||
    ''
  )
}

/** Returns the slug that an element names by `slug` or `url`, or that of the page. */
export function slugOf(element: Element): string {
  const url = element.getAttribute('url')
  return (
    element.getAttribute('slug') ??
    (url === null ? slugOfPage() : (slugOfUrl(new URL(url, location.href).href, true) ?? ''))
  )
}

const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

// Routers change the address and the head of the page in either order. Browsers without the
// Navigation API report only the change of the head.
window.navigation?.addEventListener('navigatesuccess', notify)
addEventListener('popstate', notify)
new MutationObserver(notify).observe(document.head, {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ['href'],
})

/** An element about a page. It is updated when the page or its fragment may have changed. */
export abstract class PageElement extends HTMLElement {
  /** The slug of the page; empty before the first update. React would set a field named `slug`. */
  protected pageSlug = ''
  readonly #navigated = () => this.update()

  connectedCallback(): void {
    listeners.add(this.#navigated)
    this.update()
  }

  disconnectedCallback(): void {
    listeners.delete(this.#navigated)
    this.pageSlug = ''
  }

  attributeChangedCallback(name: string): void {
    if (this.pageSlug === '') return
    if (name === 'lang') this.pageSlug = ''
    this.update()
  }

  protected abstract update(): void
}
