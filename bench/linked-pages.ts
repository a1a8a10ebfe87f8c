/** The pages that a draft of the bench links to, as the admin area would tell of them: no network is asked, and each has a card. */
import type { Page } from '@playwright/test'
import type { LinkPreview } from '@/lib/link-previews/link-preview'
import type { BenchDatabase } from './prepare'

export const linkedPage = (name: string | number) => `https://example.com/${name}`

/** A page that is slow to answer, as pages are: long enough for its skeleton to be seen. */
export const slowPage = (name: string | number) => linkedPage(`slow-${name}`)
const slowMs = 400

const picturePath = '/linked-pages/'
const picture = (wide: number, high: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><rect width="${wide}" height="${high}" fill="#5a8caa"/><circle cx="${wide / 2}" cy="${high / 2}" r="${high / 3}" fill="#fff"/></svg>`

const previewOf = (url: string, origin: string): LinkPreview => ({
  title: `What stands at ${url}, in a title of usual length`,
  description:
    'A description of two lines or so, as most pages have one: what it is about, for whom it was written, and why.',
  image: `${origin}${picturePath}wide.svg`,
  siteName: 'Example',
  url,
  favicon: `${origin}${picturePath}icon.svg`,
})

/** Answers in the admin area's place what a page of it asks of links. */
export async function answerForLinkedPages(page: Page): Promise<void> {
  await page.route('**/admin/link-preview?*', async (route) => {
    const { origin, searchParams } = new URL(route.request().url())
    const url = searchParams.get('url') ?? ''
    if (url.startsWith(slowPage(''))) await new Promise((resolve) => setTimeout(resolve, slowMs))
    // One that is taken out of the text meanwhile is not asked for any more.
    await route.fulfill({ json: previewOf(url, origin) }).catch(() => {})
  })
  await page.route(`**${picturePath}*`, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: route.request().url().includes('icon') ? picture(32, 32) : picture(1_200, 630),
    }),
  )
}

/** Stores the same of pages, so that a preview of the draft has its cards, too. */
export async function keepLinkedPages(
  { sql }: BenchDatabase,
  urls: string[],
  origin: string,
): Promise<void> {
  await sql(
    `INSERT INTO link_previews (url, title, description, image, site_name, final_url, favicon, fetched_at, fresh_until)
     SELECT url, title, description, image, "siteName", url, favicon, now(), now() + interval '1 day'
       FROM jsonb_to_recordset($1::jsonb) AS page(url text, title text, description text, image text, "siteName" text, favicon text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(urls.map((url) => previewOf(url, origin)))],
  )
}

/**
 * Waits until all cards that the editor has drawn are there with their pictures.
 * @returns how many they are
 * @throws Error where one is not
 */
export async function cardsAreDrawn(page: Page): Promise<number> {
  for (let look = 0; look < 100; look++) {
    const { cards, waiting } = await page.evaluate(() => {
      const drawn = [...document.querySelectorAll<HTMLElement>('.editor-card')]
      const there = drawn.filter((card) => {
        const images = [...card.querySelectorAll('img')]
        return (
          card.dataset.state === 'done' &&
          images.length === 2 &&
          images.every((image) => image.complete && image.naturalWidth > 0)
        )
      })
      return { cards: drawn.length, waiting: drawn.length - there.length }
    })
    if (cards > 0 && waiting === 0) return cards
    await page.waitForTimeout(200)
  }
  throw new Error('the cards of the draft were not all drawn with their pictures')
}
