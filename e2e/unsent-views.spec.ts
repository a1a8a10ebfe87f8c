/** A look that could not be sent, or was refused. */
import { expect, isReport, longMs, reported, test } from './view-reader'

/** Longer than it takes until what failed is sent once more. */
const retryMs = 7_000

for (const { name, later, times } of [
  { name: 'back online nine minutes later, a look is sent once more', later: '09:00', times: 2 },
  { name: 'back online eleven minutes later, it is not', later: '11:00', times: 1 },
]) {
  test(name, async ({ page, context, post, sent }) => {
    await page.clock.install()
    await page.goto(post.path, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', isReport)
    await page.keyboard.press('ArrowDown')
    await failed
    // The page hears of it a moment after the test does.
    await page.waitForTimeout(500)
    await page.clock.fastForward(later)
    await context.setOffline(false)
    await page.waitForTimeout(longMs)
    expect(sent).toHaveLength(times)
    expect(await post.views()).toBe(times - 1)
  })
}

test('a look that its reader closed the page on, offline, is lost', async ({ page, context, post }) => {
  await page.goto(post.path, { waitUntil: 'networkidle' })
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', isReport)
  await page.keyboard.press('ArrowDown')
  await failed
  await page.close()
  await context.setOffline(false)
  const other = await context.newPage()
  await other.goto('/')
  await other.waitForTimeout(longMs)
  expect(await post.views()).toBe(0)
})

test('what a blocker stops is not counted', async ({ page, post, sent }) => {
  await page.route('**/api/views', (route) => route.abort('blockedbyclient'))
  await page.goto(post.path)
  await page.waitForEvent('requestfailed', isReport)
  await page.waitForTimeout(retryMs)
  expect(sent).toHaveLength(2)
  expect(await post.views()).toBe(0)
})

test('a client over its limit is refused, and the page does not ask again', async ({ page, post, sent }) => {
  await page.route('**/api/views', (route) => route.fulfill({ status: 429, json: { code: 'too-many-requests' } }))
  await page.goto(post.path)
  await reported(page)
  await page.waitForTimeout(retryMs)
  expect(sent).toHaveLength(1)
  expect(await post.views()).toBe(0)
})
