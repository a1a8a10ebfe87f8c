import { expect, newAddress, settings, test } from './blog'
import { expectAccessible, looks } from './expect-accessible'
import { layoutShift } from './layout-shift'

const operation = (id: string) => `section[aria-labelledby="${id}"]`

for (const { name, use } of settings) {
  test.describe(name, () => {
    test.use({ ...use, extraHTTPHeaders: { 'X-Forwarded-For': newAddress() } })

    test('leads from the contents to an operation, its example and its errors', async ({
      blog,
    }) => {
      await blog.goto('/docs/api')
      await blog
        .getByRole('navigation', { name: 'Contents' })
        .getByRole('link', { name: 'GET /api/comments' })
        .click()
      const own = blog.locator(operation('listComments'))
      await expect(own.getByRole('heading')).toBeInViewport()
      await expect(own.getByRole('rowheader', { name: /^slug/ })).toBeVisible()
      await expect(own.getByText(/^curl 'http/)).toBeVisible()
      await own.getByText('Faults', { exact: false }).first().click()
      await own.getByRole('link', { name: 'invalid-parameters' }).click()
      await expect(blog).toHaveURL('/docs/errors#invalid-parameters')
      await expect(blog.getByRole('link', { name: 'Invalid parameters' })).toBeInViewport()
    })
  })
}

test.describe('with JavaScript', () => {
  test.use({ extraHTTPHeaders: { 'X-Forwarded-For': newAddress() } })

  test('every read-only example gets a response', async ({ page }) => {
    await page.goto('/docs/api', { waitUntil: 'networkidle' })
    for (const id of ['listComments', 'getViews', 'searchPosts', 'getHealth']) {
      const own = page.locator(operation(id))
      await own.getByRole('button', { name: 'Run it' }).click()
      await expect(own.getByRole('status'), id).toContainText('200')
      await expect(own.getByRole('status'), id).toContainText('application/json')
    }
  })

  test('a writing example returns a post of this blog', async ({ page }) => {
    await page.goto('/docs/api', { waitUntil: 'networkidle' })
    const own = page.locator(operation('recordView'))
    await own.getByRole('button', { name: 'Send it' }).click()
    await expect(own.getByRole('status')).toContainText(/20[01]/)
  })

  test('sends an edited request as edited and shows the error response', async ({ page }) => {
    await page.goto('/docs/api', { waitUntil: 'networkidle' })
    const own = page.locator(operation('getViews'))
    await own.getByLabel('GET on this blog').fill('/api/views')
    await own.getByRole('button', { name: 'Run it' }).click()
    await expect(own.getByRole('status')).toContainText('400')
    await expect(own.getByRole('status')).toContainText('"code": "invalid-parameters"')
  })

  test('sends nothing to other sites, regardless of the input', async ({ blog }) => {
    await blog.goto('/docs/api', { waitUntil: 'networkidle' })
    const own = blog.locator(operation('getViews'))
    for (const typed of ['https://elsewhere.example/', '//elsewhere.example/', 'http://[']) {
      await own.getByLabel('GET on this blog').fill(typed)
      await own.getByRole('button', { name: 'Run it' }).click()
      await expect(own.getByRole('status')).toContainText(/^(?:Not sent|No answer)/)
    }
  })

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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows no form that could not be sent', async ({ blog }) => {
    await blog.goto('/docs/api')
    await expect(blog.locator('.api-try').first()).toBeHidden()
  })
})

for (const [colorScheme, width] of looks) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('is accessible when expanded and in use and does not overflow', async ({ page }) => {
      await page.goto('/docs/api', { waitUntil: 'networkidle' })
      const own = page.locator(operation('listComments'))
      await own.locator('.api-faults summary').click()
      await own.getByRole('button', { name: 'Run it' }).click()
      await expect(own.getByRole('status')).toContainText('200')
      await expectAccessible(page)
    })
  })
}
