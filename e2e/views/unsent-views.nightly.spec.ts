/** Views that could not be sent or were rejected. They are lost, because nothing is retried. */
import type { Page } from '@playwright/test'
import {
  completeMockedView,
  expect,
  isReport,
  longMs,
  open,
  stopClock,
  test,
  viewMs,
  waitUntilSettled,
} from './view-reader'

/** Completes a view whose request fails. */
async function failToSend(page: Page): Promise<void> {
  const failed = page.waitForEvent('requestfailed', isReport)
  await page.clock.runFor(viewMs)
  await failed
  await waitUntilSettled(page)
}

test('a view that completes offline is lost', async ({ page, context, post, sent }) => {
  await stopClock(page)
  await open(page, post.path)
  await context.setOffline(true)
  await failToSend(page)
  await context.setOffline(false)
  await page.clock.runFor(longMs)
  await waitUntilSettled(page)
  expect(sent).toHaveLength(1)
  expect(await post.views()).toBe(0)
})

test('does not count a view whose request is blocked', async ({ page, post }) => {
  await page.route('**/api/views', (route) => route.abort('blockedbyclient'))
  await stopClock(page)
  await open(page, post.path)
  await failToSend(page)
  expect(await post.views()).toBe(0)
})

for (const [status, code] of [
  [503, 'database-unavailable'],
  [429, 'too-many-requests'],
] as const)
  test(`keeps the rendered number after ${status}`, async ({ page, post, sent }) => {
    await completeMockedView(page, post.path, { status, json: { code } })
    await page.clock.runFor(longMs)
    await waitUntilSettled(page)
    expect(sent).toHaveLength(1)
    await expect(page.locator('article > header')).toContainText('0 views')
  })
