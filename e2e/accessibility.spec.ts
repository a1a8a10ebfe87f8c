import type { Page } from '@playwright/test'
import { alerts, expect } from './blog'
import { expectAccessible, expectAccessibleInEveryLook } from './expect-accessible'
import { publicPages, test } from './public-pages'

// The reference of the API is looked at where it is opened and tried (api-reference.spec.ts).
for (const listed of publicPages.filter(({ path }) => path !== '/docs/api')) {
  test(`${listed.name}: sound for assistive technology, light and dark, narrow and wide, and nothing leaves its edge`, async ({
    page,
    find,
  }) => {
    const response = await page.goto(find(listed))
    expect(response?.status()).toBe(listed.isMissing ? 404 : 200)
    await expectAccessibleInEveryLook(page)
  })
}

/** As a plain form is sent; the answer is shown. */
async function send(page: Page, fields: Record<string, string>): Promise<void> {
  await page.goto('/posts/put-it-on-vercel')
  await page.evaluate((given) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/api/comments' })
    for (const [name, value] of Object.entries(given))
      form.append(Object.assign(document.createElement('input'), { name, value }))
    document.body.append(form)
    form.submit()
  }, fields)
  await page.waitForURL((url) => !url.pathname.startsWith('/posts/'))
}

const sent = {
  slug: 'put-it-on-vercel',
  author_name: 'Ada',
  content: 'Words of one who may still change them.',
  website: '',
}

test('so are the forms for one’s own comment, where a plain form leads', async ({ page }) => {
  await send(page, sent)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Your comment/)
  await expectAccessibleInEveryLook(page)
})

test('so is what a plain form with faults is answered with', async ({ page }) => {
  await send(page, { ...sent, author_name: '', content: '' })
  await expect(alerts(page)).toBeVisible()
  await expectAccessibleInEveryLook(page)
})

test('so is a post in forced colours at twice its size', async ({ browser, baseURL }) => {
  // A zoom of 200 % is half the width, drawn twice as large.
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

test('a heading can be linked to by keyboard, and the link says to what', async ({ blog }) => {
  await blog.goto('/posts/how-a-thread-is-read')
  const link = blog.getByRole('link', { name: 'Link to “One query”' })
  await link.focus()
  await expect(link).toHaveCSS('opacity', '1')
  await link.press('Enter')
  await expect(blog).toHaveURL(/#one-query$/)
  await expect(blog.getByRole('heading', { name: 'One query', exact: true })).toBeInViewport()
})
