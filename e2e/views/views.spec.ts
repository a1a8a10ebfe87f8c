import { owner } from '@/e2e/admin/owner'
import { firstInGate, newAddress } from '@/e2e/support/blog'
import { launchChromium } from '@/e2e/support/launch-chromium'
import {
  completeView,
  expect,
  followLink,
  isReport,
  listenFor,
  longMs,
  open,
  passTime,
  reportedSlugs,
  stopClock,
  test,
  turnWheel,
  userAgent,
  viewMs,
  waitForReport,
  waitUntilSettled,
  waitUntilTracked,
} from './view-reader'

const otherSlug = 'put-it-on-vercel'
const otherPath = `/posts/${otherSlug}`

test('counts a post once after three visible seconds and shows the new number', async ({
  blog,
  post,
  sent,
}) => {
  await stopClock(blog)
  await open(blog, post.path)
  const header = blog.locator('article > header')
  await expect(header).toContainText('0 views')
  await blog.clock.runFor(viewMs - 1)
  await waitUntilSettled(blog)
  expect(sent).toHaveLength(0)
  const response = waitForReport(blog)
  await blog.clock.runFor(1)
  expect((await response).status()).toBe(201)
  await expect(header).toContainText('1 view')
  await passTime(blog)
  expect(sent).toHaveLength(1)
  expect(await post.views()).toBe(1)
})

test('does not count a post that was left after a second', async ({ page, post, sent }) => {
  await stopClock(page)
  await open(page, post.path)
  await page.clock.runFor(1_000)
  await open(page, otherPath)
  // The next post is reported after any report of this one would have been sent.
  await completeView(page)
  expect(reportedSlugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

for (const [action, act] of firstInGate([
  ['scrolling', (page) => page.mouse.wheel(0, 300)],
  ['a key', (page) => page.keyboard.press('ArrowDown')],
  ['a tap', (page) => page.mouse.click(5, 300)],
] as const satisfies [string, (page: import('@playwright/test').Page) => Promise<void>][])) {
  test(`${action} counts immediately`, async ({ page, post }) => {
    // The clock is stopped, so only the action can cause the count.
    await stopClock(page)
    await open(page, post.path)
    const response = waitForReport(page)
    await act(page)
    expect((await response).status()).toBe(201)
    expect(await post.views()).toBe(1)
  })
}

test('does not count the scrolling caused by a link to a heading', { tag: '@nightly' }, async ({
  page,
  post,
  sent,
}) => {
  await stopClock(page)
  // The view counter is active when the page scrolls.
  await open(page, post.path)
  const scrolled = await listenFor(page, 'scrollend')
  await page.goto(`${post.path}#comments`)
  await scrolled()
  expect(await page.evaluate('scrollY')).toBeGreaterThan(0)
  await waitUntilSettled(page)
  expect(sent).toHaveLength(0)
})

test('adds up visible seconds and ignores hidden ones and the actions in them', {
  tag: '@nightly',
}, async ({ page, post, sent }) => {
  // Headless windows are always visible, so the test overrides `visibilityState`.
  await page.addInitScript(`
    let state = 'hidden'
    Object.defineProperty(document, 'visibilityState', { get: () => state })
    window.show = (next) => {
      state = next
      document.dispatchEvent(new Event('visibilitychange'))
    }`)
  await stopClock(page)
  await open(page, post.path)
  await turnWheel(page, 300)
  await page.keyboard.press('ArrowDown')
  await page.mouse.click(5, 300)
  await passTime(page)
  expect(sent).toHaveLength(0)
  await page.evaluate(`show('visible')`)
  await page.clock.runFor(2_000)
  await page.evaluate(`show('hidden')`)
  await passTime(page)
  expect(sent).toHaveLength(0)
  await page.evaluate(`show('visible')`)
  await page.clock.runFor(999)
  await waitUntilSettled(page)
  expect(sent).toHaveLength(0)
  const response = waitForReport(page)
  await page.clock.runFor(1)
  await response
  expect(await post.views()).toBe(1)
})

test('counts a reload and a second tab as the same reader', async ({ page, context, post }) => {
  await stopClock(page)
  await open(page, post.path)
  expect((await completeView(page)).status()).toBe(201)
  await page.reload()
  await waitUntilTracked(page)
  expect((await completeView(page)).status()).toBe(200)
  const tab = await context.newPage()
  await open(tab, post.path)
  expect((await completeView(tab)).status()).toBe(200)
  expect(await post.views()).toBe(1)
})

test('counts a return from the back/forward cache as the same view', { tag: '@nightly' }, async ({
  baseURL,
  post,
}) => {
  const browser = await launchChromium('--disable-back-forward-cache')
  try {
    const context = await browser.newContext({
      userAgent,
      extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
      ...(baseURL && { baseURL }),
    })
    const page = await context.newPage()
    await page.addInitScript(
      `addEventListener('pageshow', ({ persisted }) => { window.cameBack = persisted })`,
    )
    const sent: string[] = []
    page.on('request', (request) => isReport(request) && sent.push(request.url()))
    const response = waitForReport(page)
    await page.goto(post.path)
    await response
    await page.goto('/')
    // A page restored from this cache loads nothing, so `goBack` would never resolve.
    await page.evaluate('history.back()')
    await expect.poll(() => page.evaluate('window.cameBack').catch(() => undefined)).toBe(true)
    await page.waitForTimeout(longMs)
    expect(sent).toHaveLength(1)
    expect(await post.views()).toBe(1)
  } finally {
    await browser.close()
  }
})

test('counts a client navigation away and back as the same view', { tag: '@nightly' }, async ({
  page,
  post,
  sent,
}) => {
  await stopClock(page)
  await open(page, post.path)
  await completeView(page)
  await waitUntilTracked(page, false)
  await page.evaluate(`next.router.push('${otherPath}')`)
  await expect(page.locator('h1')).toHaveText(/Vercel/)
  await waitUntilTracked(page)
  await completeView(page)
  await page.evaluate('history.back()')
  await expect(page.locator('h1')).toHaveText('A post of the test')
  await expect(page.locator('article > header')).toContainText('1 view')
  await passTime(page)
  expect(reportedSlugs(sent)).toEqual([post.slug, otherSlug])
  expect(await post.views()).toBe(1)
})

test('does not count a post that a client navigation left after a second', {
  tag: '@nightly',
}, async ({ page, post, sent }) => {
  await stopClock(page)
  await open(page, otherPath)
  await completeView(page)
  await followLink(page, post.path)
  await page.clock.runFor(1_000)
  await page.evaluate('history.back()')
  await expect(page.locator('h1')).toHaveText(/Vercel/)
  await waitUntilTracked(page, false)
  await passTime(page)
  expect(reportedSlugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('does not count pages that the router prefetches', { tag: '@nightly' }, async ({
  page,
  post,
  sent,
}) => {
  await stopClock(page)
  await open(page, otherPath)
  const prefetched = page.waitForResponse((response) => response.url().includes(post.slug))
  await page.evaluate(
    (path) => Reflect.get(window, 'next').router.prefetch(path, { kind: 'full' }),
    post.path,
  )
  await (await prefetched).finished()
  await completeView(page)
  await passTime(page)
  expect(reportedSlugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('delivers a report that is sent while the reader leaves', async ({ page, post }) => {
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = (input, init) => {
      if (input === '/api/views') Object.assign(window, { outlivesItsPage: init?.keepalive })
      return fetch(input, init)
    }
  })
  await stopClock(page)
  await open(page, post.path)
  await completeView(page)
  expect(await page.evaluate(() => Reflect.get(window, 'outlivesItsPage'))).toBe(true)
})

test('does not count the signed-in owner', async ({ page, post }) => {
  await page.goto('/admin/sign-in')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin$/, { timeout: 10_000 })
  const response = waitForReport(page)
  await page.goto(post.path)
  expect(await (await response).json()).toEqual({ views: 0, counted: false, reason: 'staff' })
  expect(await post.views()).toBe(0)
})

test.describe('a browser without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('is not counted', async ({ page, post }) => {
    await page.goto(post.path)
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(longMs)
    expect(await post.views()).toBe(0)
  })
})

test.describe('a browser with a headless user agent', () => {
  test.use({ userAgent: undefined })
  test('is not counted', async ({ page, post }) => {
    const response = waitForReport(page)
    await page.goto(post.path)
    expect(await (await response).json()).toEqual({ views: 0, counted: false, reason: 'bot' })
    expect(await post.views()).toBe(0)
  })
})
