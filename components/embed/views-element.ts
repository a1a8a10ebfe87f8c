import { origin, request } from './api'
import { make } from './dom'
import { onNavigate, slugOf } from './page'

const slugsMax = 100

/** The slugs of all elements that need a number in the same task, for one request. */
let batch: { slugs: Set<string>; views: Promise<Map<string, number>> } | undefined

async function viewsOf(slug: string): Promise<number> {
  batch ??= { slugs: new Set(), views: Promise.resolve().then(readBatch) }
  batch.slugs.add(slug)
  return (await batch.views).get(slug) ?? 0
}

async function readBatch(): Promise<Map<string, number>> {
  const slugs = [...(batch?.slugs ?? [])]
  batch = undefined
  const views = new Map<string, number>()
  for (let start = 0; start < slugs.length; start += slugsMax) {
    const part = slugs.slice(start, start + slugsMax)
    const query = new URLSearchParams(part.map((slug) => ['slug', slug]))
    const { counts } = await request<{ counts: { views: number }[] }>(`/api/counts?${query}`)
    for (const [index, slug] of part.entries()) views.set(slug, counts[index]?.views ?? 0)
  }
  return views
}

/**
 * `<afterword-views>` shows the number of views of a page. With the attribute `count`, it records
 * the reader's own view once the page has been viewed. Its children are shown until then.
 */
export class ViewsElement extends HTMLElement {
  static observedAttributes = ['slug', 'url']
  #slug = ''
  #stopNavigation = () => {}
  #stopReading = () => {}

  connectedCallback(): void {
    this.#stopNavigation = onNavigate(() => this.#update())
    this.#update()
  }

  disconnectedCallback(): void {
    this.#stopNavigation()
    this.#stopReading()
    this.#slug = ''
  }

  attributeChangedCallback(): void {
    if (this.#slug !== '') this.#update()
  }

  #update(): void {
    const slug = slugOf(this)
    if (slug === this.#slug) return
    this.#slug = slug
    this.#stopReading()
    const show = (views: Promise<number>) => {
      views.then((number) => {
        if (slug === this.#slug) this.#render(number)
      }, console.warn)
    }
    show(viewsOf(slug))
    if (this.hasAttribute('count')) this.#count(slug, show).catch(console.warn)
  }

  async #count(slug: string, show: (views: Promise<number>) => void): Promise<void> {
    const { countView }: typeof import('./counting') = await import(origin + COUNTING_PATH)
    if (slug === this.#slug) this.#stopReading = countView(slug, show)
  }

  #render(views: number): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const text = views.toLocaleString(this.lang || document.documentElement.lang || undefined)
    root.replaceChildren(make('span', { part: 'number' }, text))
  }
}
