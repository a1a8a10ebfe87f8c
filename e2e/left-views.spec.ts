/** A post that is left within a second, after what moves its page and is not reading. */
import type { Page } from '@playwright/test'
import { newAddress } from './blog'
import { launchChromium } from './launch-chromium'
import {
  expect,
  heard,
  look,
  open,
  passTime,
  reported,
  settled,
  slugs,
  stopTime,
  test,
  userAgent,
  watched,
} from './view-reader'

const otherSlug = 'put-it-on-vercel'
const otherPath = `/posts/${otherSlug}`

const scrollY = (page: Page) => expect.poll(() => page.evaluate('scrollY'))

/** Too short a time to count; then another post is looked at: what was to be said of the first has been, by then. */
async function leave(page: Page) {
  await page.clock.runFor(500)
  await settled(page)
  await open(page, otherPath)
  await look(page)
}

test('a link to words on the page scrolls it, and its reader did not', async ({
  page,
  post,
  sent,
}) => {
  await stopTime(page)
  // The page is watched when it scrolls.
  await open(page, post.path)
  const scrolled = await heard(page, 'scrollend')
  await page.goto(`${post.path}#:~:text=The%20last%20of%20them`)
  await scrolled()
  await scrollY(page).toBeGreaterThan(0)
  await leave(page)
  expect(slugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('a reload scrolls the page to where it was, and its reader did not', async ({
  page,
  post,
  sent,
}) => {
  await stopTime(page)
  await open(page, post.path)
  // At once: the theme scrolls smoothly, and a reload may find the page where it began.
  await page.evaluate(`scrollTo({ top: 600, behavior: 'instant' })`)
  await scrollY(page).toBe(600)
  await page.reload()
  await watched(page)
  await scrollY(page).toBe(600)
  await leave(page)
  expect(slugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('a soft navigation from the middle of a page scrolls to its beginning, and its reader did not', async ({
  page,
  post,
  sent,
}) => {
  await stopTime(page)
  await open(page, otherPath)
  const first = reported(page)
  // Wheels roll on for a moment.
  const scrolled = await heard(page, 'scrollend')
  await page.mouse.wheel(0, 900)
  await first
  await scrolled()
  await scrollY(page).toBeGreaterThan(500)
  await watched(page, false)
  await page.evaluate((path) => Reflect.get(window, 'next').router.push(path), post.path)
  await expect(page.locator('h1')).toHaveText('A post of the test')
  await scrollY(page).toBeLessThan(300)
  await watched(page)
  await page.clock.runFor(500)
  await settled(page)
  await page.evaluate('history.back()')
  await expect(page.locator('h1')).toHaveText(/Vercel/)
  await watched(page, false)
  await passTime(page)
  expect(slugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('keys that a page is left with are not reading', async ({ page, post, sent }) => {
  await stopTime(page)
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
  expect(slugs(sent)).toEqual([otherSlug])
  expect(await post.views()).toBe(0)
})

test('scrolling by the scrollbar counts at once', async ({ baseURL, post }) => {
  const browser = await launchChromium('--hide-scrollbars')
  try {
    const page = await browser.newPage({
      userAgent,
      viewport: { width: 800, height: 600 },
      extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
      ...(baseURL && { baseURL }),
    })
    // No time passes: nothing but the pointer can be what counts.
    await stopTime(page)
    await open(page, post.path)
    const answer = reported(page)
    await page.mouse.move(795, 25)
    await page.mouse.down()
    await page.mouse.move(795, 200, { steps: 5 })
    expect((await answer).status()).toBe(201)
    await scrollY(page).toBeGreaterThan(0)
  } finally {
    await browser.close()
  }
})
