import { randomBytes, randomInt } from 'node:crypto'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { signed } from './sign'

/** JavaScript, colours and width: each value meets each of the others once (orthogonal array L4). */
const matrix = [
  [true, 'light', 360],
  [false, 'light', 1280],
  [true, 'dark', 1280],
  [false, 'dark', 360],
] as const

/** The gate tests a phone with JavaScript and a desktop without; `E2E_MATRIX=all` tests everything. */
const tested = process.env.E2E_MATRIX === 'all' ? matrix : matrix.slice(0, 2)

/** The configurations in which each journey is tested. */
export const settings = tested.map(([javaScriptEnabled, colorScheme, width]) => ({
  name: `${javaScriptEnabled ? 'with' : 'without'} JavaScript, ${colorScheme}, ${width} px`,
  use: { javaScriptEnabled, colorScheme, viewport: { width, height: 800 } },
}))

/** An address in a network that no other test has: none uses up another's allowance. */
export const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** Where the form has its stamp from. */
export const stampPath = '**/api/comment-stamp'

/** As the server stamps a form, a minute ago: no hand types as quickly as the tests do. */
function stampOfAMinuteAgo(): string {
  return signed(
    'form-stamp',
    `${(Date.now() - 60_000).toString(36)}.${randomBytes(12).toString('base64url')}`,
  )
}

/** Lets a page send its forms at once: it is told that it was opened a minute ago. */
export const openedAMinuteAgo = (page: Page) =>
  page.route(stampPath, (route) => route.fulfill({ json: { stamp: stampOfAMinuteAgo() } }))

/** As a page is where our fonts do not come: whether they come in time is chance. */
export const withoutFonts = (page: Page) =>
  page.route(/\.woff2$/, (route) => route.fulfill({ status: 204 }))

/** What a page says is wrong. Next announces each soft navigation in an alert of its own, which is none of the page's. */
export const alerts = (page: Page): Locator =>
  page.locator('[role=alert]:not(#__next-route-announcer__)')

/** Chromium's words for a page that was left, or shown, before its transition began: nobody is the worse for it. */
export const isUnfinishedTransition = (error: Error) =>
  /ViewTransition|Transition was aborted/.test(String(error))

/** The blog's own pages and nothing else: whatever leaves the machine is noted, refused, and fails the test. */
export const test = base.extend<{ blog: Page }>({
  baseURL: async ({ browserName: _ }, use) => use(process.env.BLOG_URL),
  page: async ({ page }, use) => {
    await openedAMinuteAgo(page)
    await use(page)
  },
  blog: async ({ page, baseURL }, use) => {
    const faults: string[] = []
    const host = new URL(baseURL ?? '').host
    await page.route(
      (url) => url.host !== host && url.protocol.startsWith('http'),
      (route) => {
        faults.push(`asked for ${route.request().url()}`)
        return route.abort()
      },
    )
    page.on('console', (message) => {
      // The sites whose pictures the cards show are away.
      const { pathname, searchParams } = new URL(message.location().url, baseURL)
      const isPicture =
        message.text().includes('404') &&
        pathname === '/api/og-image' &&
        searchParams.get('use') === 'card'
      if (message.type() === 'error' && !isPicture) faults.push(message.text())
    })
    page.on('pageerror', (error) => {
      if (!isUnfinishedTransition(error)) faults.push(String(error))
    })
    await use(page)
    expect(faults).toEqual([])
  },
})

export { expect }
