import type { Page } from '@playwright/test'
import { configurations, expect, newAddress, test } from '@/e2e/support/blog'
import { expectAccessibleOnEveryDisplay } from '@/e2e/support/expect-accessible'
import { layoutShift } from '@/e2e/support/layout-shift'

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search terms' })
const hits = (page: Page) => page.locator('.search-hits > li')

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use({ ...use, extraHTTPHeaders: { 'X-Forwarded-For': newAddress() } })

    test('a reader types, presses Enter, and opens a result', async ({ blog }) => {
      await blog.goto('/search')
      await searchField(blog).fill('foreign key')
      await searchField(blog).press('Enter')
      await expect(blog).toHaveURL('/search?q=foreign+key')
      await expect(searchField(blog)).toHaveValue('foreign key')
      await expect(hits(blog).first().locator('mark').first()).toHaveText(/foreign|key/i)
      await blog.getByRole('link', { name: 'How a thread is read' }).click()
      await expect(blog.getByRole('heading', { level: 1 })).toHaveText('How a thread is read')
    })

    test('finds misspelt words, and reports when there are no results', async ({ blog }) => {
      await blog.goto('/search?q=postgersql')
      await expect(blog.getByRole('status')).toContainText('with “postgresql”')
      expect(await hits(blog).count()).toBeGreaterThan(0)
      await blog.goto('/search?q=xylophonequartz')
      await expect(blog.getByRole('status')).toContainText('No results for “xylophonequartz”')
    })

    test('no query makes the page overflow', async ({ blog }) => {
      for (const typed of ['thread', 'x'.repeat(200)]) {
        await blog.goto(`/search?q=${typed}`)
        await expect(searchField(blog)).toHaveValue(typed)
        expect(
          await blog.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0)
      }
    })
  })
}

test.describe('with JavaScript', () => {
  test.use({ extraHTTPHeaders: { 'X-Forwarded-For': newAddress() } })

  test('shows results while typing, announces their count, and updates the address', async ({
    blog,
  }) => {
    await blog.goto('/search', { waitUntil: 'networkidle' })
    await searchField(blog).pressSequentially('thre')
    await expect(hits(blog).filter({ hasText: 'How a thread is read' })).toBeVisible()
    await expect(blog.getByRole('status')).toHaveText(/found\.$/)
    await expect(blog).toHaveURL('/search?q=thre')
    await searchField(blog).fill('')
    await expect(hits(blog)).toHaveCount(0)
    await expect(blog).toHaveURL('/search')
  })

  test('ignores a late response to an earlier query', { tag: '@nightly' }, async ({ blog }) => {
    await blog.route('**/api/search?q=thread', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      await route.continue().catch(() => {})
    })
    await blog.goto('/search', { waitUntil: 'networkidle' })
    await searchField(blog).fill('thread')
    await blog.waitForRequest('**/api/search?q=thread')
    await searchField(blog).fill('vercel')
    await expect(blog).toHaveURL('/search?q=vercel')
    await blog.waitForTimeout(900)
    await expect(blog).toHaveURL('/search?q=vercel')
    await expect(hits(blog).first()).toContainText(/vercel/i)
  })

  test('shows an error and keeps the query if the server is unavailable', async ({ page }) => {
    await page.goto('/search', { waitUntil: 'networkidle' })
    await page.route('**/api/search*', (route) => route.abort())
    await searchField(page).fill('thread')
    await expect(page.getByRole('status')).toContainText('Search is unavailable')
    await expect(searchField(page)).toHaveValue('thread')
    await expectAccessibleOnEveryDisplay(page)
  })

  test('has no layout shift', async ({ blog }) => {
    expect(await layoutShift(blog, '/search')).toBe(0)
    expect(await layoutShift(blog, '/search?q=thread')).toBe(0)
  })

  test('misspelt and empty queries are accessible in both colour schemes at both widths', {
    tag: '@nightly',
  }, async ({ blog }) => {
    for (const query of ['postgersql', '!!!']) {
      await blog.goto(`/search?q=${query}`)
      await expectAccessibleOnEveryDisplay(blog)
    }
  })
})
