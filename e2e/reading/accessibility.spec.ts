import type { Page } from '@playwright/test'
import { alerts, expect, fewInGate } from '@/e2e/support/blog'
import { expectAccessible, expectAccessibleOnEveryDisplay } from '@/e2e/support/expect-accessible'
import { publicPages, test } from '@/e2e/support/public-pages'

// api-reference.nightly.spec.ts checks the API reference, expanded and in use.
for (const listed of fewInGate(publicPages.filter(({ path }) => path !== '/docs/api'))) {
  test(`${listed.name} is accessible and fits narrow and wide screens, light and dark`, async ({
    page,
    find,
  }) => {
    const response = await page.goto(find(listed))
    expect(response?.status()).toBe(listed.isMissing ? 404 : 200)
    await expectAccessibleOnEveryDisplay(page)
  })
}

/** Submits a plain form and shows the response. */
async function send(page: Page, fields: Record<string, string>): Promise<void> {
  await page.goto('/posts/put-it-on-vercel')
  await page.evaluate((values) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/api/comments' })
    for (const [name, value] of Object.entries(values))
      form.append(Object.assign(document.createElement('input'), { name, value }))
    document.body.append(form)
    form.submit()
  }, fields)
  await page.waitForURL((url) => !url.pathname.startsWith('/posts/'))
}

const sent = {
  slug: 'put-it-on-vercel',
  author_name: 'Ada',
  content: 'A comment that can still be edited.',
  website: '',
}

test('the forms to manage a comment without JavaScript are accessible', async ({ page }) => {
  await send(page, sent)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Your comment/)
  await expectAccessibleOnEveryDisplay(page)
})

test('the error page of a plain form is accessible', { tag: '@nightly' }, async ({ page }) => {
  await send(page, { ...sent, author_name: '', content: '' })
  await expect(alerts(page)).toBeVisible()
  await expectAccessibleOnEveryDisplay(page)
})

test('a post in forced colours at 200 % zoom is accessible', { tag: '@nightly' }, async ({
  browser,
  baseURL,
}) => {
  // A zoom of 200 % is half the width at twice the pixel density.
  const context = await browser.newContext({
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
    forcedColors: 'active',
  })
  const page = await context.newPage()
  await page.goto(`${baseURL}/posts/how-a-thread-is-read`)
  await expectAccessible(page)
  await context.close()
})

test('links to a heading by keyboard and names their target', async ({ blog }) => {
  await blog.goto('/posts/how-a-thread-is-read')
  const link = blog.getByRole('link', { name: 'Link to “One query”' })
  await link.focus()
  await expect(link).toHaveCSS('opacity', '1')
  await link.press('Enter')
  await expect(blog).toHaveURL(/#one-query$/)
  await expect(blog.getByRole('heading', { name: 'One query', exact: true })).toBeInViewport()
})
