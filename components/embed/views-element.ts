import { make } from '@/components/ui/make-element'
import { origin, request } from './api'
import { PageElement, slugOf } from './page'

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
export class ViewsElement extends PageElement {
  static observedAttributes = ['slug', 'url']
  #stopReading = () => {}

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopReading()
  }

  protected override update(): void {
    const slug = slugOf(this)
    if (slug === this.pageSlug) return
    this.pageSlug = slug
    this.#stopReading()
    const show = (views: Promise<number>) => {
      views.then((number) => {
        if (slug === this.pageSlug) this.#render(number)
      }, console.warn)
    }
    show(viewsOf(slug))
    if (this.hasAttribute('count')) this.#count(slug, show).catch(console.warn)
  }

  async #count(slug: string, show: (views: Promise<number>) => void): Promise<void> {
    const { countView, recordView }: typeof import('./counting') = await import(
      origin + COUNTING_PATH
    )
    if (slug === this.pageSlug) this.#stopReading = countView(slug, recordView, show)
  }

  #render(views: number): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const text = format(views, this.lang || document.documentElement.lang)
    root.replaceChildren(make('span', { part: 'number' }, text))
  }
}

/**
 * Formats a number in a language, or in the language of the browser if the tag is invalid: `en_US`.
 */
function format(number: number, language: string): string {
  try {
    return number.toLocaleString(language)
  } catch {
    return number.toLocaleString()
  }
}
