/**
 * The pages that a draft of the benchmark links to, as the admin area would describe them. Each has
 * a card; no network is used.
 */
import type { Page } from '@playwright/test'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { BenchDatabase } from './prepare'

export const linkedPage = (name: string | number) => `https://example.com/${name}`

/** Returns the URL of a page that responds slowly enough for its skeleton to be visible. */
export const slowPage = (name: string | number) => linkedPage(`slow-${name}`)
const slowMs = 400

const picturePath = '/linked-pages/'
const picture = (wide: number, high: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><rect ` +
  `width="${wide}" height="${high}" fill="#5a8caa"/><circle cx="${wide / 2}" ` +
  `cy="${high / 2}" r="${high / 3}" fill="#fff"/></svg>`

const previewOf = (url: string, origin: string): LinkPreview => ({
  title: `The title of ${url}, of average length`,
  description:
    'A description of about two lines, like on most pages: what it ' +
    'is about, for whom it was written, and why.',
  image: `${origin}${picturePath}wide.svg`,
  siteName: 'Example',
  url,
  favicon: `${origin}${picturePath}icon.svg`,
})

/** Intercepts the requests for link previews and responds to them without the server. */
export async function mockLinkPreviews(page: Page): Promise<void> {
  await page.route('**/admin/link-preview?*', async (route) => {
    const { origin, searchParams } = new URL(route.request().url())
    const url = searchParams.get('url') ?? ''
    if (url.startsWith(slowPage(''))) await new Promise((resolve) => setTimeout(resolve, slowMs))
    // The editor cancels the request if the link is removed in the meantime.
    await route.fulfill({ json: previewOf(url, origin) }).catch(() => {})
  })
  await page.route(`**${picturePath}*`, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: route.request().url().includes('icon') ? picture(32, 32) : picture(1_200, 630),
    }),
  )
}

/** Stores previews of the pages, so that the preview of the draft shows cards. */
export async function storeLinkedPages(
  { sql }: BenchDatabase,
  urls: string[],
  origin: string,
): Promise<void> {
  await sql(
    `INSERT INTO link_previews (url, title, description, image, site_name, final_url, favicon,
     fetched_at, fresh_until)
     SELECT url, title, description, image, "siteName", url, favicon, now(),
       now() + interval '1 day'
       FROM jsonb_to_recordset($1::jsonb) AS page(url text, title text, description text,
         image text, "siteName" text, favicon text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(urls.map((url) => previewOf(url, origin)))],
  )
}

/**
 * Waits until all cards in the editor have loaded, including their images.
 * @returns the number of cards
 * @throws Error if a card does not load
 */
export async function cardsAreDrawn(page: Page): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const { cards, waiting } = await page.evaluate(() => {
      const drawn = [...document.querySelectorAll<HTMLElement>('.editor-card')]
      const loaded = drawn.filter((card) => {
        const images = [...card.querySelectorAll('img')]
        return (
          card.dataset.state === 'done' &&
          images.length === 2 &&
          images.every((image) => image.complete && image.naturalWidth > 0)
        )
      })
      return { cards: drawn.length, waiting: drawn.length - loaded.length }
    })
    if (cards > 0 && waiting === 0) return cards
    await page.waitForTimeout(200)
  }
  throw new Error('not all cards of the draft have loaded with their images')
}
