import { completeMockedView, completeView, expect, open, stopClock, test } from './view-reader'

test.beforeEach(async ({ post, database }) => {
  await database.query(
    `INSERT INTO view_counts (post_id, day, shard, views) SELECT id, current_date, 99, 9 FROM posts
     WHERE slug = $1`,
    [post.slug],
  )
})

test('a number that gains a digit causes no layout shift', async ({ page, post }) => {
  await stopClock(page)
  await open(page, post.path)
  await page.waitForLoadState('networkidle')
  const after = page.locator('article > header a')
  const before = await after.boundingBox()
  await completeView(page)
  await expect(page.locator('article > header')).toContainText('10 views')
  expect(await after.boundingBox()).toEqual(before)
})

test('a response with a lower number does not change the page', async ({ page, post }) => {
  // The response may come from a replica that lags behind.
  await completeMockedView(page, post.path, { status: 201, json: { views: 4, counted: true } })
  await expect(page.locator('article > header')).toContainText('9 views')
})
