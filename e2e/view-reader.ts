import { randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import pg from 'pg'
import { test as base, expect, newAddress } from './blog'

/** Playwright's own says that it is headless, and is a bot for that. */
export const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

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
      `INSERT INTO posts (slug, title, content, published_at) VALUES ($1, 'A post of the test', $2, '2025-01-01') RETURNING id`,
      [slug, content],
    )
    const views = async () => {
      const found = await database.query('SELECT coalesce(sum(views), 0)::integer AS views FROM view_counts WHERE post_id = $1', [
        rows[0].id,
      ])
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

export const isReport = (request: Request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/views'

/** Resolves when the next report of a view was answered. */
export const reported = (page: Page) => page.waitForResponse((response) => isReport(response.request()))

/** Longer than any look that would count. */
export const longMs = 4_500

export { expect }
