import { expect, fewInGate } from '@/e2e/support/blog'
import { expectAccessibleOnEveryDisplay } from '@/e2e/support/expect-accessible'
import { test } from '@/e2e/support/own-blog'
import { adminPages } from './admin'

// All tests share one blog, whose language they change.
test.describe.configure({ mode: 'serial' })
test.use({ ownedBy: 'languages', environment: { CRON_SECRET: 'test cron secret' } })

const publicPages = [
  '/',
  '/posts/rich',
  '/posts/rich/comments/newest',
  '/archive',
  '/tags',
  '/tags/baking',
  '/search',
  '/search?q=words',
  '/docs/errors',
  '/docs/failed',
  '/privacy',
  '/privacy/your-data',
  '/mail-links/verify?token=none',
  '/nothing',
]

const content = `A note.[^1]

## First

> [!NOTE]
> Mind the *gap*.

## Second

\`\`\`js title="bake.js"
bake()
\`\`\`

## Third

| a | b |
|---|---|
| 1 | 2 |

[^1]: Below.
`

test.beforeAll(async ({ own }) => {
  await own.database.query(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at)
     VALUES ('rich', 'On words', 'Words about words.', $1, '{baking}', '2025-10-19')`,
    [content],
  )
  await own.database.query(
    `WITH top AS (
       INSERT INTO comments (post_id, status, author_name, content)
       SELECT id, 'published', 'Ada Lovelace', 'A comment.' FROM posts WHERE slug = 'rich'
       RETURNING id, post_id)
     INSERT INTO comments (post_id, parent_id, status, author_name, content)
     SELECT post_id, id, 'published', 'آدا', 'A reply.' FROM top`,
  )
})

for (const { language, direction } of [
  { language: 'de', direction: 'ltr' },
  { language: 'ar', direction: 'rtl' },
]) {
  test(`the blog and its admin area switch to ${language}`, async ({ own, page }) => {
    await own.database.query(
      `INSERT INTO blog_settings (id, language) VALUES (1, $1)
       ON CONFLICT (id) DO UPDATE SET language = excluded.language`,
      [language],
    )
    const purged = await page.request.post('/api/cron/purge-pages', {
      headers: { authorization: 'Bearer test cron secret' },
    })
    expect(purged.ok()).toBe(true)
    // The server reads the settings again after a few seconds.
    await expect
      .poll(async () => (await page.request.get('/archive')).text(), { timeout: 15_000 })
      .toContain(`<html lang="${language}"`)
  })

  for (const path of fewInGate([...publicPages, ...adminPages]))
    test(`${path} in ${language} is accessible and fits narrow and wide screens`, async ({
      page,
    }) => {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      await expectAccessibleOnEveryDisplay(page)
    })
}
