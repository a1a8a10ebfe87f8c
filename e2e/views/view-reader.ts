import { randomUUID } from 'node:crypto'
import type { Page, Request, Response } from '@playwright/test'
import pg from 'pg'
import { test as base, expect, newAddress } from '@/e2e/support/blog'

/** Unlike Playwright's default user agent, it does not contain “Headless”, which marks a bot. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, ' +
  'like Gecko) Chrome/141.0.0.0 Safari/537.36'

type ViewedPost = {
  slug: string
  path: string
  /** Returns the number of stored views. */
  views: () => Promise<number>
}

/** A reader with an ordinary browser, and a post that no other test reads. */
export const test = base.extend<{ post: ViewedPost; sent: Request[] }, { database: pg.Pool }>({
  userAgent,
  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
  database: [
    async ({ browserName: _ }, use) => {
      const pool = new pg.Pool({ connectionString: process.env.BLOG_DATABASE_URL, max: 2 })
      await use(pool)
      await pool.end()
    },
    { scope: 'worker' },
  ],
  post: async ({ database }, use) => {
    const slug = `read-${randomUUID()}`
    const content = `${'Words to read.\n\n'.repeat(200)}The last of them.`
    const { rows } = await database.query(
      `INSERT INTO posts (slug, title, content, published_at, shown_at)
       VALUES ($1, 'A post of the test', $2, '2025-01-01', now()) RETURNING id`,
      [slug, content],
    )
    const views = async () => {
      const found = await database.query(
        'SELECT coalesce(sum(views), 0)::integer AS views FROM view_counts WHERE post_id = $1',
        [rows[0].id],
      )
      return Number(found.rows[0].views)
    }
    await use({ slug, path: `/posts/${slug}`, views })
    await database.query('DELETE FROM posts WHERE slug = $1', [slug])
  },
  /** The requests that the page sent to the view endpoint. */
  sent: async ({ page }, use) => {
    const sent: Request[] = []
    page.on('request', (request) => isReport(request) && sent.push(request))
    await use(sent)
  },
})

export const isReport = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/views'

/** Returns the slugs in the reports, in order. */
export const reportedSlugs = (sent: Request[]): string[] =>
  sent.map((request) => request.postDataJSON().slug)

/**
 * Resolves with the response to the next view report. Call it before the action that causes the
 * report, or it may miss it.
 */
export const waitForReport = (page: Page) =>
  page.waitForResponse((response) => isReport(response.request()))

/**
 * Stops the clock of all pages in the context before they open. The test advances it, regardless of
 * the machine's speed.
 */
export async function stopClock({ clock }: Page): Promise<void> {
  const now = Date.now()
  await clock.install({ time: now })
  // The clock runs until this time and cannot be paused in the past.
  await clock.pauseAt(now + 60_000)
}

/**
 * Resolves once the page has added its input listeners, or removed them. From then on, time counts
 * and no key press is lost. The load event does not guarantee this.
 */
export async function waitUntilTracked(page: Page, isWatched = true): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const isListening = async () => {
    const { result } = await devtools.send('Runtime.evaluate', { expression: 'window' })
    const { listeners } = await devtools.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    })
    return listeners.some(({ type }) => type === 'wheel')
  }
  await expect.poll(isListening).toBe(isWatched)
  await devtools.detach()
}

/** Opens a post and resolves once its page tracks the reader. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilTracked(page)
}

/** Opens the post of the test as a link on another post would, without loading a document. */
export async function followLink(page: Page, path: string): Promise<void> {
  await waitUntilTracked(page, false)
  await page.evaluate((to) => Reflect.get(window, 'next').router.push(to), path)
  await expect(page.locator('h1')).toHaveText('A post of the test')
  await waitUntilTracked(page)
}

/** Advances the stopped clock by the time of one view. */
export async function completeView(page: Page): Promise<Response> {
  const response = waitForReport(page)
  await page.clock.runFor(viewMs)
  return response
}

/** Completes a view of a post with a mocked response. The clock is stopped. */
export async function completeMockedView(
  page: Page,
  path: string,
  response: { status: number; json: unknown },
): Promise<void> {
  await page.route('**/api/views', (route) => route.fulfill(response))
  await stopClock(page)
  await open(page, path)
  await completeView(page)
  await waitUntilSettled(page)
}

/**
 * Resolves when the page has processed all earlier events and has started the resulting requests.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(() =>
    fetch('/favicon.ico', { cache: 'no-store' })
      .catch(() => undefined)
      .then(() => undefined),
  )
}

/** Makes the page listen for a window event. The returned promise resolves after the event. */
export async function listenFor(
  page: Page,
  type: 'scrollend' | 'wheel',
): Promise<() => Promise<unknown>> {
  await page.evaluate(
    'void (window.heard = new Promise((resolve) => ' +
      `addEventListener('${type}', () => resolve(), { once: true })))`,
  )
  return () => page.evaluate('window.heard')
}

/**
 * Turns the wheel and resolves when the page has received the event. Playwright resolves earlier,
 * when Chromium has received it; the page gets it in a later frame.
 */
export async function turnWheel(page: Page, pixels: number): Promise<void> {
  const turned = await listenFor(page, 'wheel')
  await page.mouse.wheel(0, pixels)
  await turned()
}

/** Advances the clock beyond the time of any view. */
export async function passTime(page: Page): Promise<void> {
  await waitUntilSettled(page)
  await page.clock.runFor(longMs)
  await waitUntilSettled(page)
}

/** The time that counts as a view, in milliseconds. */
export const viewMs = 3_000

/** Exceeds the time of any view that would count. */
export const longMs = 4_500

export { expect }
