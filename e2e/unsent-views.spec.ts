/** Views that could not be sent or were rejected. */
import type { Page, Request } from '@playwright/test'
import {
  completeMockedView,
  completeView,
  expect,
  isReport,
  listenFor,
  open,
  reported,
  retryMs,
  slugs,
  stopTime,
  test,
  untilSettled,
  viewMs,
} from './view-reader'

/** Performs an action that sends a view and resolves when the request has failed. */
async function failing(page: Page, doing: () => Promise<unknown>): Promise<void> {
  const failed = page.waitForEvent('requestfailed', isReport)
  await doing()
  await failed
}

test('a view read offline is counted once when the connection returns', async ({
  page,
  context,
  post,
  sent,
}) => {
  await stopTime(page)
  await open(page, post.path)
  await context.setOffline(true)
  await failing(page, () => page.clock.runFor(viewMs))
  await untilSettled(page)
  expect(await post.views()).toBe(0)
  const response = reported(page)
  await context.setOffline(false)
  expect((await response).status()).toBe(201)
  expect(sent).toHaveLength(2)
  expect(sent[1]?.headers()['idempotency-key']).toBe(sent[0]?.headers()['idempotency-key'])
  expect(await post.views()).toBe(1)
})

test('a lost response causes one retry and no second view', async ({ page, post, sent }) => {
  await page.route('**/api/views', async (route) => {
    if (sent.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await stopTime(page)
  await open(page, post.path)
  await failing(page, () => page.clock.runFor(viewMs))
  await untilSettled(page)
  expect(await post.views()).toBe(1)
  const response = reported(page)
  await page.clock.runFor(retryMs)
  expect(await (await response).json()).toEqual({
    views: 1,
    counted: false,
    reason: 'already-counted',
  })
  await expect(page.locator('article > header')).toContainText('1 view')
  expect(sent).toHaveLength(2)
  expect(await post.views()).toBe(1)
})

test('retries once, and not again, while the database is unavailable', async ({
  page,
  post,
  sent,
}) => {
  await completeMockedView(page, post.path, { status: 503, json: { code: 'database-unavailable' } })
  const again = reported(page)
  await page.clock.runFor(retryMs)
  await again
  await untilSettled(page)
  await page.clock.runFor(retryMs)
  await untilSettled(page)
  expect(sent).toHaveLength(2)
  await expect(page.locator('article > header')).toContainText('0 views')
})

for (const { name, later, times } of [
  { name: 'back online nine minutes later, a look is sent once more', later: '09:00', times: 2 },
  { name: 'back online eleven minutes later, it is not', later: '11:00', times: 1 },
]) {
  test(name, async ({ page, context, post, sent }) => {
    await stopTime(page)
    await open(page, post.path)
    await context.setOffline(true)
    await failing(page, () => page.keyboard.press('ArrowDown'))
    // The event reaches the page slightly after the test.
    await untilSettled(page)
    await page.clock.fastForward(later)
    const online = await listenFor(page, 'online')
    const response = times > 1 ? reported(page) : undefined
    await context.setOffline(false)
    await online()
    await response
    await untilSettled(page)
    await page.clock.runFor(retryMs)
    await untilSettled(page)
    expect(sent).toHaveLength(times)
    expect(await post.views()).toBe(times - 1)
  })
}

test('a view is lost if the reader closes the page while offline', async ({
  page,
  context,
  post,
}) => {
  await stopTime(page)
  await open(page, post.path)
  await context.setOffline(true)
  await failing(page, () => page.keyboard.press('ArrowDown'))
  await page.close()
  await context.setOffline(false)
  const other = await context.newPage()
  const said: Request[] = []
  other.on('request', (request) => isReport(request) && said.push(request))
  await open(other, '/posts/put-it-on-vercel')
  await completeView(other)
  await other.clock.runFor(retryMs)
  await untilSettled(other)
  expect(slugs(said)).toEqual(['put-it-on-vercel'])
  expect(await post.views()).toBe(0)
})

test('does not count a view whose request a blocker stops', async ({ page, post, sent }) => {
  await page.route('**/api/views', (route) => route.abort('blockedbyclient'))
  await stopTime(page)
  await open(page, post.path)
  for (const passes of [viewMs, retryMs]) {
    await failing(page, () => page.clock.runFor(passes))
    await untilSettled(page)
  }
  await page.clock.runFor(retryMs)
  await untilSettled(page)
  expect(sent).toHaveLength(2)
  expect(await post.views()).toBe(0)
})

test('does not retry when the client exceeds its rate limit', async ({ page, post, sent }) => {
  await completeMockedView(page, post.path, { status: 429, json: { code: 'too-many-requests' } })
  await page.clock.runFor(retryMs)
  await untilSettled(page)
  expect(sent).toHaveLength(1)
  expect(await post.views()).toBe(0)
})
