import { watchReading } from '@/components/views/watch-reading'
import { request, send } from './api'
import { onNavigate, slugOf } from './page'

/** Views sent from this document, so that a client navigation back is not counted again. */
const sent = new Map<string, Promise<number>>()

/** One request for the counts of all elements that ask for them in the same task. */
const asked = new Map<string, { views: Promise<number>; resolve: (views: number) => void }>()

function viewsOf(slug: string): Promise<number> {
  const known = asked.get(slug)
  if (known) return known.views
  const { promise: views, resolve } = withResolvers()
  if (asked.size === 0) queueMicrotask(() => void ask())
  asked.set(slug, { views, resolve })
  return views
}

function withResolvers() {
  let resolve: (views: number) => void = () => {}
  const promise = new Promise<number>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

async function ask(): Promise<void> {
  const waiting = [...asked]
  asked.clear()
  for (let start = 0; start < waiting.length; start += 100) {
    const part = waiting.slice(start, start + 100)
    const query = new URLSearchParams(part.map(([slug]) => ['slug', slug]))
    const { counts } = await request<{ counts: { views: number }[] }>(`/api/counts?${query}`)
    for (const [index, [, { resolve }]] of part.entries()) {
      const count = counts[index]
      if (count) resolve(count.views)
    }
  }
}

async function record(slug: string): Promise<number> {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-')
  const body = { slug, referrer: document.referrer, title: document.title }
  const { views } = await send<{ views: number }>('POST', '/api/views', body, {
    'Idempotency-Key': key,
  })
  return views
}

/**
 * `<afterword-views>` shows the number of views of a page. With the attribute `count`, it records
 * the reader's own view once the page has been viewed.
 */
export class ViewsElement extends HTMLElement {
  static observedAttributes = ['slug', 'url']
  #slug = ''
  #stop: (() => void)[] = []

  connectedCallback(): void {
    this.#stop.push(onNavigate(() => this.#show()))
    this.#show()
  }

  disconnectedCallback(): void {
    for (const stop of this.#stop.splice(0)) stop()
    this.#slug = ''
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.#slug !== '') this.#show()
  }

  #show(): void {
    const slug = slugOf(this)
    if (slug === this.#slug || !this.isConnected) return
    this.#slug = slug
    const show = (views: number) => {
      if (this.#slug === slug) this.#render(views)
    }
    viewsOf(slug).then(show, console.warn)
    if (!this.hasAttribute('count')) return
    this.#stop.push(
      watchReading(() => {
        const views = sent.get(slug) ?? record(slug)
        sent.set(slug, views)
        views.then(show, console.warn)
      }),
    )
  }

  #render(views: number): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.textContent = views.toLocaleString(this.lang || document.documentElement.lang || undefined)
  }
}
