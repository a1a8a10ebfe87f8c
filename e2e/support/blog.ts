import { randomBytes, randomInt } from 'node:crypto'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { signed } from './sign'

/**
 * JavaScript, colour scheme and width: each pair of values occurs once (orthogonal array L4).
 */
const matrix = [
  [true, 'light', 360],
  [false, 'light', 1280],
  [true, 'dark', 1280],
  [false, 'dark', 360],
] as const

/** True if all configurations are tested, because `npm run test:nightly` sets the variable. */
export const isWholeMatrix = process.env.E2E_MATRIX === 'all'

/** Returns all configurations of a test in the nightly run, and otherwise the first. */
export const firstInGate = <T>(all: readonly T[]): readonly T[] =>
  isWholeMatrix ? all : all.slice(0, 1)

/** Returns all of many similar pages in the nightly run, and otherwise every fourth. */
export const fewInGate = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, index) => isWholeMatrix || index % 4 === 0)

const allConfigurations = matrix.map(([javaScriptEnabled, colorScheme, width]) => ({
  name: `${javaScriptEnabled ? 'with' : 'without'} JavaScript, ${colorScheme}, ${width} px`,
  use: { javaScriptEnabled, colorScheme, viewport: { width, height: 800 } },
}))

/** The configurations in which user journeys are tested: in `npm test`, a phone with JavaScript. */
export const configurations = firstInGate(allConfigurations)

/** Returns an address in a separate network, so that tests do not share rate limits. */
export const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** The endpoint that stamps the comment form. */
export const stampPath = '**/api/comment-stamp'

/** Lets the page stamp its forms itself. */
export const withOwnStamps = (page: Page) =>
  page.addInitScript(() => Object.assign(window, { hasOwnStamps: true }))

/** Returns a stamp that is a minute old, because tests type faster than people. */
export function stampOfAMinuteAgo(): string {
  return signed(
    'form-stamp',
    `${(Date.now() - 60_000).toString(36)}.${randomBytes(12).toString('base64url')}`,
  )
}

/**
 * Gives the page a stamp that is a minute old, so that it can submit its forms immediately. A route
 * would send every request through the test and disable the cache of the browser.
 */
export async function openedAMinuteAgo(page: Page): Promise<void> {
  await page.exposeFunction('stampOfAMinuteAgo', stampOfAMinuteAgo)
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = async (input, init) => {
      const isOwn = Reflect.get(window, 'hasOwnStamps') === true
      if (input !== '/api/comment-stamp' || isOwn) return fetch(input, init)
      return Response.json({ stamp: await Reflect.get(window, 'stampOfAMinuteAgo')() })
    }
  })
}

/** Blocks our web fonts, because it is random whether they load in time. */
export const withoutFonts = (page: Page) =>
  page.route(/\.woff2$/, (route) => route.fulfill({ status: 204 }))

/**
 * Locates the error messages of a page. Next.js announces each client navigation in an alert of its
 * own, which is excluded.
 */
export const alerts = (page: Page): Locator =>
  page.locator('[role=alert]:not(#__next-route-announcer__)')

/**
 * Matches Chromium's errors for a page that was left or shown before its view transition began.
 * They are harmless.
 */
export const isUnfinishedTransition = (error: Error) =>
  /ViewTransition|Transition was aborted/.test(String(error))

/**
 * Allows only requests to the blog itself: any other request fails the test. The browser resolves
 * no other names.
 */
export const test = base.extend<{ blog: Page }>({
  baseURL: async ({ browserName: _ }, use) => use(process.env.BLOG_URL),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await openedAMinuteAgo(page)
    await use(page)
  },
  blog: async ({ page, baseURL }, use) => {
    const errors: string[] = []
    const { host } = new URL(baseURL ?? '')
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (/^(?:127\.0\.0\.1|localhost)$/.test(url.hostname) && url.host !== host)
        errors.push(`requested ${url}`)
    })
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED')
        errors.push(`requested ${request.url()}`)
    })
    page.on('console', (message) => {
      // The sites of the card images are unreachable.
      const { pathname, searchParams } = new URL(message.location().url, baseURL)
      const isPicture =
        message.text().includes('404') &&
        pathname === '/api/og-image' &&
        searchParams.get('use') === 'card'
      if (message.type() === 'error' && !isPicture) errors.push(message.text())
    })
    page.on('pageerror', (error) => {
      if (!isUnfinishedTransition(error)) errors.push(String(error))
    })
    await use(page)
    expect(errors).toEqual([])
  },
})

export { expect }
