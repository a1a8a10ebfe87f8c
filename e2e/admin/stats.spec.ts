import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { test as base, configurations, expect, newAddress } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { addSession } from './add-session'

type Figures = {
  slug: string
  title: string
  network: string
  addSuspects: (day: string, views: number) => Promise<void>
}

/** The owner, and a post with views of this year and the last. */
const test = base.extend<{ figures: Figures }, { database: pg.Pool; cookie: string }>({
  database: [
    async ({ browserName: _ }, use) => {
      const pool = new pg.Pool({ connectionString: process.env.BLOG_DATABASE_URL, max: 2 })
      await use(pool)
      await pool.end()
    },
    { scope: 'worker' },
  ],
  // Adds a session to the database, because sign-ins are rate limited.
  cookie: [
    async ({ database }, use) => {
      await use(await addSession(database))
    },
    { scope: 'worker' },
  ],
  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
  storageState: async ({ cookie }, use) => {
    const own = {
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    }
    await use({ cookies: [{ ...own, name: 'session', value: cookie }], origins: [] })
  },
  figures: async ({ database }, use) => {
    const slug = `read-${randomUUID().slice(0, 8)}`
    const network = randomUUID()
    const title = `How ${slug} was read, in a title of some length`
    const { rows } = await database.query(
      `INSERT INTO posts (slug, title, content, published_at, shown_at)
       VALUES ($1, $2, 'Words.', '2025-01-01', now()) RETURNING id`,
      [slug, title],
    )
    await database.query(
      `INSERT INTO view_counts (post_id, day, shard, views)
       SELECT $1, (now() AT TIME ZONE 'UTC')::date - n, 0, 900 + n * 7 % 60
         FROM generate_series(0, 400) AS n WHERE n % 5 <> 0`,
      [rows[0].id],
    )
    await database.query(
      `INSERT INTO view_minutes (minute, post_id, shard, views)
       VALUES (date_trunc('minute', now()), $1, 0, 2000)`,
      [rows[0].id],
    )
    const addSuspects = async (day: string, views: number) => {
      await database.query(
        'INSERT INTO view_suspects (day, network, post_id, views) VALUES ($1, $2, $3, $4)',
        [day, network, rows[0].id, views],
      )
    }
    await use({ slug, title, network, addSuspects })
    await database.query('DELETE FROM posts WHERE slug = $1', [slug])
  },
})

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('shows the views of a year and of one post, and accepts suspicious views', async ({
      blog: page,
      figures,
    }) => {
      test.slow()
      const views = randomInt(10_000, 99_999)
      await figures.addSuspects('2025-03-02', views)
      await page.goto('/admin/comments')
      await page
        .getByRole('navigation', { name: 'Admin' })
        .getByRole('link', { name: 'Stats' })
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stats')
      await expect(page.getByRole('img', { name: /^Views by day from / })).toBeVisible()
      await expect(page.locator('.stats-numbers span').first()).toHaveText(/^\d/)
      await expect(page.locator('.stats-ends span')).toHaveCount(3)
      await expect(page.locator('.stats-day title').last()).toContainText(/: [\d,]+ views?/)
      await expect(page.locator('.stats-sum').first()).toContainText(/in the previous 30 days/)
      await expect(page.getByRole('region', { name: 'Last 30 minutes' })).toContainText(
        figures.title,
      )

      for (const [tab, days] of [
        ['365 days', 365],
        ['7 days', 7],
      ] as const) {
        await page
          .getByRole('navigation', { name: 'Period' })
          .getByRole('link', { name: tab })
          .click()
        await expect(page.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
        await expect(page.locator('.stats-table tbody tr')).toHaveCount(days)
      }
      await page.getByText('Show as a table').click()
      await expect(page.getByRole('region', { name: 'Views as a table' })).toBeVisible()
      if (use.javaScriptEnabled) await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        use.viewport.width,
      )
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/figures-${name.replaceAll(/\W+/g, '-')}.png`,
          fullPage: true,
        })

      await page
        .getByRole('region', { name: 'Most read' })
        .getByRole('link', { name: figures.title })
        .click()
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        figures.title,
        'Referrers',
        'Devices',
      ])
      await page.getByRole('combobox', { name: 'Post' }).selectOption('All posts')
      await page.getByRole('button', { name: 'Show stats' }).click()

      const crowd = page
        .getByRole('listitem')
        .filter({ hasText: figures.title })
        .filter({ hasText: 'March 2, 2025' })
      await crowd.getByRole('button', { name: /^Accept/ }).click()
      await expect(
        page.getByRole('status').filter({ hasText: 'The views have been accepted' }),
      ).toBeVisible()
      await expect(crowd).toHaveCount(0)
    })
  })
}

test('an open page updates its live numbers', async ({ blog: page, database, figures }) => {
  await page.clock.install()
  await page.goto('/admin/stats')
  const live = page
    .getByRole('region', { name: 'Last 30 minutes' })
    .getByRole('listitem')
    .filter({ hasText: figures.title })
  await expect(live).toContainText('2,000 views')
  await database.query(
    'UPDATE view_minutes SET views = 2001 WHERE post_id = (SELECT id FROM posts WHERE slug = $1)',
    [figures.slug],
  )
  // The HTML contains the number before the script runs.
  await expect(async () => {
    await page.clock.fastForward(60_000)
    await expect(live).toContainText('2,001 views', { timeout: 1_000 })
  }).toPass()
})

test('on a phone, the list of posts takes a whole line', async ({ blog: page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/admin/stats')
  const list = await page.getByRole('combobox', { name: 'Post' }).boundingBox()
  const form = await page.locator('.admin-filter').boundingBox()
  expect(list?.width).toBeCloseTo(form?.width ?? 0, 0)
})
