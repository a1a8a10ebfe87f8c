/** A post that is left within a second, after what moves its page and is not reading. */
import type { Page } from '@playwright/test'
import { newAddress } from './blog'
import { launchChromium } from './launch-chromium'
import { expect, longMs, reported, test, userAgent } from './view-reader'

const isScrolled = (page: Page) => expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)

/** Too short a time to count, and then so long that whatever was to be sent has been. */
async function leave(page: Page, away = () => page.goto('/') as Promise<unknown>) {
  await page.waitForTimeout(500)
  await away()
  await page.waitForTimeout(longMs)
}

test('a link to words on the page scrolls it, and its reader did not', async ({ page, post, sent }) => {
  await page.goto(`${post.path}#:~:text=The%20last%20of%20them`)
  await isScrolled(page)
  await leave(page)
  expect(sent).toHaveLength(0)
  expect(await post.views()).toBe(0)
})

test('a reload scrolls the page to where it was, and its reader did not', async ({ page, post, sent }) => {
  await page.goto(post.path)
  await page.evaluate('scrollTo(0, 600)')
  await page.reload()
  await isScrolled(page)
  await leave(page)
  expect(sent).toHaveLength(0)
  expect(await post.views()).toBe(0)
})

test('a soft navigation from the middle of a page scrolls to its beginning, and its reader did not', async ({ page, post, sent }) => {
  await page.goto('/posts/put-it-on-vercel', { waitUntil: 'networkidle' })
  const first = reported(page)
  await page.mouse.wheel(0, 900)
  await first
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500)
  // Wheels roll on for a moment.
  await page.waitForTimeout(500)
  await page.evaluate((path) => Reflect.get(window, 'next').router.push(path), post.path)
  await expect(page.locator('h1')).toHaveText('A post of the test')
  await expect.poll(() => page.evaluate('scrollY')).toBeLessThan(300)
  await leave(page, () => page.evaluate('history.back()'))
  expect(sent).toHaveLength(1)
  expect(await post.views()).toBe(0)
})

test('keys that a page is left with are not reading', async ({ page, post, sent }) => {
  // Nothing is sent before the page listens.
  await page.goto(post.path, { waitUntil: 'networkidle' })
  await page.evaluate(`addEventListener('keydown', (event) => (window.lastKey = event.key))`)
  for (const keys of ['Control', 'Alt', 'Meta', 'Shift', 'Escape', 'Control+Tab', 'Alt+ArrowUp', 'Meta+k']) await page.keyboard.press(keys)
  expect(await page.evaluate('window.lastKey')).toBe('k')
  await leave(page)
  expect(sent).toHaveLength(0)
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
    await page.goto(post.path, { waitUntil: 'networkidle' })
    const answer = reported(page)
    const begun = Date.now()
    await page.mouse.move(795, 25)
    await page.mouse.down()
    await page.mouse.move(795, 200, { steps: 5 })
    expect((await answer).status()).toBe(201)
    expect(Date.now() - begun).toBeLessThan(1_500)
    await isScrolled(page)
  } finally {
    await browser.close()
  }
})
