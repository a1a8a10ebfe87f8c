import { randomUUID } from 'node:crypto'
import type { Page, Request, Response } from '@playwright/test'
import pg from 'pg'
import { test as base, expect, newAddress } from './blog'

/** Playwright's own says that it is headless, and is a bot for that. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

type ViewedPost = {
  slug: string
  path: string
  /** How many views are stored. */
  views: () => Promise<number>
}

/** A reader with an ordinary browser, and a post of its own, which nobody else reads. */
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
      `INSERT INTO posts (slug, title, content, published_at, shown_at) VALUES ($1, 'A post of the test', $2, '2025-01-01', now()) RETURNING id`,
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
  /** What the page said to the server of views. */
  sent: async ({ page }, use) => {
    const sent: Request[] = []
    page.on('request', (request) => isReport(request) && sent.push(request))
    await use(sent)
  },
})

export const isReport = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/views'

/** The posts that were reported, one for each time. */
export const slugs = (sent: Request[]): string[] =>
  sent.map((request) => request.postDataJSON().slug)

/**
 * Resolves when the next report of a view was answered. Ask before what brings the report about: whoever asks after it may
 * have missed it.
 */
export const reported = (page: Page) =>
  page.waitForResponse((response) => isReport(response.request()))

/** Stops the time of all pages of the context, before they are opened: it passes when the test says so, however busy the machine. */
export async function stopTime({ clock }: Page): Promise<void> {
  const now = Date.now()
  await clock.install({ time: now })
  // The clock goes on until here, and cannot be stopped in its past.
  await clock.pauseAt(now + 60_000)
}

/**
 * Resolves when the page listens to its reader, or no longer does. From then on, the seconds count and no key is lost; that
 * a page was loaded does not say so.
 */
export async function watched(page: Page, isWatched = true): Promise<void> {
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

/** Opens a post, and resolves when its page has begun to watch. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await watched(page)
}

/** A whole look, as long as it takes, where the time was stopped. */
export async function look(page: Page): Promise<Response> {
  const answer = reported(page)
  await page.clock.runFor(lookMs)
  return answer
}

/** A look at a post that is answered so, by whoever stands in for the server. The time is stopped. */
export async function lookAnswered(
  page: Page,
  path: string,
  answer: { status: number; json: unknown },
): Promise<void> {
  await page.route('**/api/views', (route) => route.fulfill(answer))
  await stopTime(page)
  await open(page, path)
  await look(page)
  await settled(page)
}

/** Resolves when the page has heard of what has happened so far, and what it had to say because of that is on its way. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    fetch('/favicon.ico')
      .catch(() => undefined)
      .then(() => undefined),
  )
}

/** Has the page listen for an event of its window. What it returns resolves when the event has come. */
export async function heard(
  page: Page,
  type: 'online' | 'scrollend' | 'wheel',
): Promise<() => Promise<unknown>> {
  await page.evaluate(
    `void (window.heard = new Promise((resolve) => addEventListener('${type}', () => resolve(), { once: true })))`,
  )
  return () => page.evaluate('window.heard')
}

/** Turns the wheel, and resolves when the page has heard of it. Playwright is content when Chromium has; a page hears of it in a frame that comes later. */
export async function turnWheel(page: Page, pixels: number): Promise<void> {
  const turned = await heard(page, 'wheel')
  await page.mouse.wheel(0, pixels)
  await turned()
}

/** Lets the time pass in which any look would count. */
export async function passTime(page: Page): Promise<void> {
  await settled(page)
  await page.clock.runFor(longMs)
  await settled(page)
}

/** What counts as a look. */
export const lookMs = 3_000

/** Longer than it takes until what failed is sent once more. */
export const retryMs = 7_000

/** Longer than any look that would count. */
export const longMs = 4_500

export { expect }
