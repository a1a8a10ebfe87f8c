/** A post that is left within a second, after its page scrolled without the reader's action. */
import type { Page } from '@playwright/test'
import { newAddress } from '@/e2e/support/blog'
import { launchChromium } from '@/e2e/support/launch-chromium'
import {
  completeView,
  expect,
  followLink,
  listenFor,
  open,
  passTime,
  reportedSlugs,
  stopClock,
  test,
  userAgent,
  waitForReport,
  waitUntilSettled,
  waitUntilTracked,
} from './view-reader'

const otherSlug = 'put-it-on-vercel'
const otherPath = `/posts/${otherSlug}`

const scrollY = (page: Page) => expect.poll(() => page.evaluate('scrollY'))

/**
 * Leaves the page too early to count and opens another post. By then, any report of the first would
 * have been sent.
 */
async function leave(page: Page) {
  await page.clock.runFor(500)
  await waitUntilSettled(page)
  await open(page, otherPath)
  await completeView(page)
}

test('does not count the scrolling caused by a text fragment', async ({ page, post, sent }) => {
  await stopClock(page)
  // The view counter is active when the page scrolls.
  await open(page, post.path)
  const scrolled = await listenFor(page, 'scrollend')
  await page.goto(`${post.path}#:~:text=The%20last%20of%20them`)
  await scrolled()
  await scrollY(page).toBeGreaterThan(0)
  await leave(page)
  expect(reportedSlugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('does not count scroll restoration on reload', async ({ page, post, sent }) => {
  await stopClock(page)
  await open(page, post.path)
  // Scrolls instantly: the theme scrolls smoothly, and a reload could otherwise start from the top.
  await page.evaluate(`scrollTo({ top: 600, behavior: 'instant' })`)
  await scrollY(page).toBe(600)
  await page.reload()
  await waitUntilTracked(page)
  await scrollY(page).toBe(600)
  await leave(page)
  expect(reportedSlugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('does not count the scroll to the top on client navigation', async ({ page, post, sent }) => {
  await stopClock(page)
  await open(page, otherPath)
  const first = waitForReport(page)
  // Wheel events continue for a moment.
  const scrolled = await listenFor(page, 'scrollend')
  await page.mouse.wheel(0, 900)
  await first
  await scrolled()
  await scrollY(page).toBeGreaterThan(500)
  await followLink(page, post.path)
  await scrollY(page).toBeLessThan(300)
  await page.clock.runFor(500)
  await waitUntilSettled(page)
  await page.evaluate('history.back()')
  await expect(page.locator('h1')).toHaveText(/Vercel/)
  await waitUntilTracked(page, false)
  await passTime(page)
  expect(reportedSlugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('does not count the keys that leave the page', async ({ page, post, sent }) => {
  await stopClock(page)
  await open(page, post.path)
  await page.evaluate(`addEventListener('keydown', (event) => (window.lastKey = event.key))`)
  for (const keys of [
    'Control',
    'Alt',
    'Meta',
    'Shift',
    'Escape',
    'Control+Tab',
    'Alt+ArrowUp',
    'Meta+k',
  ])
    await page.keyboard.press(keys)
  expect(await page.evaluate('window.lastKey')).toBe('k')
  await leave(page)
  expect(reportedSlugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('counts immediately when the reader drags the scrollbar', async ({ baseURL, post }) => {
  const browser = await launchChromium('--hide-scrollbars')
  try {
    const page = await browser.newPage({
      userAgent,
      viewport: { width: 800, height: 600 },
      extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
      ...(baseURL && { baseURL }),
    })
    // The clock is stopped, so only the pointer can cause the count.
    await stopClock(page)
    await open(page, post.path)
    const response = waitForReport(page)
    await page.mouse.move(795, 25)
    await page.mouse.down()
    await page.mouse.move(795, 200, { steps: 5 })
    expect((await response).status()).toBe(201)
    await scrollY(page).toBeGreaterThan(0)
  } finally {
    await browser.close()
  }
})
