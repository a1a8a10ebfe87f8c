import { newAddress } from './blog'
import { launchChromium } from './launch-chromium'
import { owner } from './owner'
import { expect, isReport, longMs, reported, test, userAgent } from './view-reader'

test('a post that was in sight for three seconds is counted once, and its number is the new one', async ({ blog, post, sent }) => {
  await blog.goto(post.path)
  const header = blog.locator('article > header')
  await expect(header).toContainText('0 views')
  const begun = Date.now()
  expect((await reported(blog)).status()).toBe(201)
  expect(Date.now() - begun).toBeGreaterThan(2_000)
  await expect(header).toContainText('1 view')
  await blog.waitForTimeout(longMs)
  expect(sent).toHaveLength(1)
  expect(await post.views()).toBe(1)
})

test('one that was left after a second is not', async ({ page, post, sent }) => {
  await page.goto(post.path)
  await page.waitForTimeout(1_000)
  await page.goto('/')
  await page.waitForTimeout(longMs)
  expect(sent).toHaveLength(0)
  expect(await post.views()).toBe(0)
})

for (const [action, act] of [
  ['scrolling', (page) => page.mouse.wheel(0, 300)],
  ['a key', (page) => page.keyboard.press('ArrowDown')],
  ['a tap', (page) => page.mouse.click(5, 300)],
] as const satisfies [string, (page: import('@playwright/test').Page) => Promise<void>][]) {
  test(`${action} counts at once`, async ({ page, post }) => {
    await page.goto(post.path, { waitUntil: 'networkidle' })
    const answer = reported(page)
    const begun = Date.now()
    await act(page)
    expect((await answer).status()).toBe(201)
    expect(Date.now() - begun).toBeLessThan(1_500)
    expect(await post.views()).toBe(1)
  })
}

test('a link to a place on the page scrolls it, and its reader did not', async ({ page, post, sent }) => {
  await page.goto(`${post.path}#comments`, { waitUntil: 'networkidle' })
  await page.waitForTimeout(500)
  expect(sent).toHaveLength(0)
})

test('seconds in sight are added up, and those out of sight are not, nor what is done there', async ({ page, post, sent }) => {
  // Headless windows are always in sight: what the browser says of it is put in its place.
  await page.addInitScript(`
    let state = 'hidden'
    Object.defineProperty(document, 'visibilityState', { get: () => state })
    window.show = (next) => { state = next; document.dispatchEvent(new Event('visibilitychange')) }`)
  await page.goto(post.path, { waitUntil: 'networkidle' })
  await page.mouse.wheel(0, 300)
  await page.keyboard.press('ArrowDown')
  await page.mouse.click(5, 300)
  await page.waitForTimeout(longMs)
  expect(sent).toHaveLength(0)
  await page.evaluate(`show('visible')`)
  await page.waitForTimeout(2_000)
  await page.evaluate(`show('hidden')`)
  await page.waitForTimeout(2_000)
  expect(sent).toHaveLength(0)
  const begun = Date.now()
  await page.evaluate(`show('visible')`)
  await reported(page)
  expect(Date.now() - begun).toBeLessThan(1_800)
  expect(await post.views()).toBe(1)
})

test('a reload and a second tab are the same reader', async ({ page, context, post }) => {
  await page.goto(post.path)
  await reported(page)
  await page.reload()
  expect((await reported(page)).status()).toBe(200)
  const tab = await context.newPage()
  await tab.goto(post.path)
  expect((await reported(tab)).status()).toBe(200)
  expect(await post.views()).toBe(1)
})

test('back from the back-forward cache is the same look', async ({ baseURL, post }) => {
  const browser = await launchChromium('--disable-back-forward-cache')
  try {
    const context = await browser.newContext({
      userAgent,
      extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
      ...(baseURL && { baseURL }),
    })
    const page = await context.newPage()
    await page.addInitScript(`addEventListener('pageshow', ({ persisted }) => { window.cameBack = persisted })`)
    const sent: string[] = []
    page.on('request', (request) => isReport(request) && sent.push(request.url()))
    await page.goto(post.path)
    await reported(page)
    await page.goto('/')
    // A page that comes out of that cache loads nothing, which `goBack` would wait for.
    await page.evaluate('history.back()')
    await expect.poll(() => page.evaluate('window.cameBack').catch(() => undefined)).toBe(true)
    await page.waitForTimeout(longMs)
    expect(sent).toHaveLength(1)
    expect(await post.views()).toBe(1)
  } finally {
    await browser.close()
  }
})

test('a soft navigation away and back is the same look', async ({ page, post, sent }) => {
  await page.goto(post.path)
  await reported(page)
  await page.evaluate(`next.router.push('/posts/put-it-on-vercel')`)
  await expect(page.locator('h1')).toHaveText(/Vercel/)
  await reported(page)
  await page.evaluate('history.back()')
  await expect(page.locator('h1')).toHaveText('A post of the test')
  await expect(page.locator('article > header')).toContainText('1 view')
  await page.waitForTimeout(longMs)
  expect(sent).toHaveLength(2)
  expect(await post.views()).toBe(1)
})

test('a post that a soft navigation left after a second is not counted', async ({ page, post, sent }) => {
  await page.goto('/posts/put-it-on-vercel')
  await reported(page)
  await page.evaluate((path) => Reflect.get(window, 'next').router.push(path), post.path)
  await expect(page.locator('h1')).toHaveText('A post of the test')
  await page.waitForTimeout(500)
  await page.evaluate('history.back()')
  await page.waitForTimeout(longMs)
  expect(sent).toHaveLength(1)
  expect(await post.views()).toBe(0)
})

test('what a router prefetches is not counted', async ({ page, post }) => {
  await page.goto('/posts/put-it-on-vercel')
  const prefetched = page.waitForResponse((response) => response.url().includes(post.slug))
  await page.evaluate((path) => Reflect.get(window, 'next').router.prefetch(path, { kind: 'full' }), post.path)
  await prefetched
  await page.waitForTimeout(longMs)
  expect(await post.views()).toBe(0)
})

test('read offline, it is counted once when the connection is back', async ({ page, context, post, sent }) => {
  await page.goto(post.path, { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.waitForEvent('requestfailed', isReport)
  expect(await post.views()).toBe(0)
  const answer = reported(page)
  await context.setOffline(false)
  expect((await answer).status()).toBe(201)
  expect(sent).toHaveLength(2)
  expect(sent[1]?.headers()['idempotency-key']).toBe(sent[0]?.headers()['idempotency-key'])
  expect(await post.views()).toBe(1)
})

test('an answer that was lost costs one retry and no second view', async ({ page, post, sent }) => {
  await page.route('**/api/views', async (route) => {
    if (sent.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto(post.path)
  await page.waitForEvent('requestfailed', isReport)
  expect(await post.views()).toBe(1)
  const answer = await reported(page)
  expect(await answer.json()).toEqual({ views: 1, counted: false, reason: 'already-counted' })
  await expect(page.locator('article > header')).toContainText('1 view')
  expect(sent).toHaveLength(2)
  expect(await post.views()).toBe(1)
})

test('a database that stays away is asked twice, and not again', async ({ page, post, sent }) => {
  await page.route('**/api/views', (route) => route.fulfill({ status: 503, json: { code: 'database-away' } }))
  await page.goto(post.path)
  await reported(page)
  await reported(page)
  await page.waitForTimeout(7_000)
  expect(sent).toHaveLength(2)
  await expect(page.locator('article > header')).toContainText('0 views')
})

test('a number that gains a figure moves nothing', async ({ page, post, database }) => {
  await database.query(`INSERT INTO view_counts (post_id, day, shard, views) SELECT id, current_date, 99, 9 FROM posts WHERE slug = $1`, [
    post.slug,
  ])
  await page.goto(post.path, { waitUntil: 'networkidle' })
  const after = page.locator('article > header a')
  const before = await after.boundingBox()
  await reported(page)
  await expect(page.locator('article > header')).toContainText('10 views')
  expect(await after.boundingBox()).toEqual(before)
})

test('the owner who is signed in is not counted', async ({ page, post }) => {
  await page.goto('/desk/sign-in')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/desk\/posts$/, { timeout: 10_000 })
  await page.goto(post.path)
  expect(await (await reported(page)).json()).toEqual({ views: 0, counted: false, reason: 'staff' })
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

test.describe('a browser that says it is headless', () => {
  test.use({ userAgent: undefined })
  test('is not counted', async ({ page, post }) => {
    await page.goto(post.path)
    expect(await (await reported(page)).json()).toEqual({ views: 0, counted: false, reason: 'bot' })
    expect(await post.views()).toBe(0)
  })
})
