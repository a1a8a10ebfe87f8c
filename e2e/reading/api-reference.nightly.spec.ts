import { configurations, expect, newAddress, test } from '@/e2e/support/blog'
import { displays, expectAccessible } from '@/e2e/support/expect-accessible'
import { layoutShift } from '@/e2e/support/layout-shift'

const operation = (id: string) => `section[aria-labelledby="${id}"]`

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use({ ...use, extraHTTPHeaders: { 'X-Forwarded-For': newAddress() } })

    test('links lead from the contents to an operation, its example and its errors', async ({
      blog,
    }) => {
      await blog.goto('/docs/api')
      await blog
        .getByRole('navigation', { name: 'Contents' })
        .getByRole('link', { name: 'GET /api/comments', exact: true })
        .click()
      const own = blog.locator(operation('listComments'))
      await expect(own.getByRole('heading')).toBeInViewport()
      await expect(own.getByRole('rowheader', { name: /^slug/ })).toBeVisible()
      await expect(own.getByText(/^curl 'http/)).toBeVisible()
      await own.locator('summary', { hasText: 'Errors' }).click()
      await own.getByRole('link', { name: 'invalid-parameters' }).click()
      await expect(blog).toHaveURL('/docs/errors#invalid-parameters')
      await expect(blog.getByRole('link', { name: 'Invalid parameters' })).toBeInViewport()
    })
  })
}

test.describe('with JavaScript', () => {
  test.use({ extraHTTPHeaders: { 'X-Forwarded-For': newAddress() } })

  test('copies an example by its button', async ({ blog, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await blog.goto('/docs/api', { waitUntil: 'networkidle' })
    const block = blog.locator(operation('getViews')).locator('.code-block').first()
    await block.hover()
    await block.getByRole('button', { name: 'Copy' }).click()
    await expect
      .poll(() => blog.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^curl 'http.*\/api\/views\?slug=/)
  })

  test('has no layout shift', async ({ blog }) => {
    expect(await layoutShift(blog, '/docs/api')).toBe(0)
  })
})

for (const [colorScheme, width] of displays) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('is accessible when expanded and does not overflow', async ({ page }) => {
      await page.goto('/docs/api', { waitUntil: 'networkidle' })
      const own = page.locator(operation('listComments'))
      await own.locator('summary', { hasText: 'Errors' }).click()
      await expect(own.getByRole('link', { name: 'invalid-parameters' })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
