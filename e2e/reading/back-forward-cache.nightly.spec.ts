import { expect, isWholeMatrix } from '@/e2e/support/blog'
import { completeChromium } from '@/e2e/support/launch-chromium'
import { type PublicPage, publicPages, test } from '@/e2e/support/public-pages'

// Playwright disables the back/forward cache by default.
test.use({
  launchOptions: {
    ...completeChromium,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

const cached = publicPages.filter(({ isMissing, isSecret }) => !isMissing && !isSecret)

/** Otherwise, one page of each kind: a list, posts, a form, a search and a page with a script. */
const sample = ['/', '/posts/what-happens-to-a-pasted-link', '/search?q=thread', '/docs/api']
const isTested = ({ path }: PublicPage) => isWholeMatrix || sample.some((one) => one === path)

for (const listed of cached.filter(isTested)) {
  test(`${listed.name} is restored from the back/forward cache`, async ({
    page,
    context,
    find,
  }) => {
    // Playwright cannot evaluate code in a page that is restored from this cache. The page
    // therefore stores the result, and another page reads it.
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        const [navigation] = performance.getEntriesByType('navigation')
        const isReloaded = navigation && Reflect.get(navigation, 'type') === 'back_forward'
        if (persisted) localStorage.setItem('back', 'at once')
        else if (isReloaded)
          localStorage.setItem(
            'back',
            JSON.stringify(Reflect.get(navigation, 'notRestoredReasons')),
          )
      })
    })
    const response = await page.goto(find(listed), { waitUntil: 'networkidle' })
    // Chromium caches pages with `no-store` as well; other browsers do not.
    expect(response?.headers()['cache-control']).not.toContain('no-store')
    await page.goto('/robots.txt')
    const otherPage = await context.newPage()
    await otherPage.goto('/robots.txt')
    void page.goBack().catch(() => {})
    await expect.poll(() => otherPage.evaluate(() => localStorage.getItem('back'))).not.toBeNull()
    expect(await otherPage.evaluate(() => localStorage.getItem('back'))).toBe('at once')
  })
}
