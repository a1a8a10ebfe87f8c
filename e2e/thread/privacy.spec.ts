import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  test as base,
  configurations,
  expect,
  newAddress,
  openedAMinuteAgo,
} from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { openMenu } from './writing'

/** Gives every test its own client address, so that tests do not share rate limits. */
const test = base.extend({
  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
})

const path = '/posts/how-a-view-is-counted'
const uniqueText = (prefix: string) => `${prefix} ${randomUUID().slice(0, 8)}`
const commentOf = (page: Page, text: string) =>
  page.locator('article.comment:not([aria-busy])').filter({ hasText: text })

async function write(page: Page, text: string): Promise<void> {
  await page.goto(path)
  const form = page.locator('#comments > .comment-form')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Comment').fill(text)
  await form.getByRole('button', { name: /^Post/ }).click()
  // A comment that is still being sent is shown as well, but leaving the page would lose it.
  await expect(
    page.locator('article:not([aria-busy])').filter({ hasText: text }).first(),
  ).toBeVisible()
}

async function expectAccessibleWithoutOverflow(page: Page, hasScript: boolean): Promise<void> {
  // The accessibility check needs JavaScript.
  if (hasScript) await expectAccessible(page)
  const overflows = await page
    .locator('html')
    .evaluate((html) => html.scrollWidth > html.clientWidth)
  expect(overflows, 'scrolls horizontally').toBe(false)
}

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('reports a comment, lists the comments from this browser, and deletes them', async ({
      blog,
      browser,
      baseURL,
    }) => {
      // Checks five full pages.
      test.slow()
      // Authors cannot report their own comments, so another browser does.
      const someoneElse = await browser.newContext({
        ...(baseURL && { baseURL }),
        extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
      })
      const content = uniqueText('To be reported and erased')
      const theirs = uniqueText('To be reported')
      try {
        const page = await someoneElse.newPage()
        await openedAMinuteAgo(page)
        await write(page, theirs)
      } finally {
        await someoneElse.close()
      }
      await write(blog, content)
      await blog.goto(path)
      await (await openMenu(commentOf(blog, theirs)))
        .getByRole('link', { name: 'Report Ada’s comment' })
        .click()
      await expect(blog.getByRole('heading', { name: 'Report this comment?' })).toBeVisible()
      await expect(blog.getByText(theirs)).toBeVisible()
      await expectAccessibleWithoutOverflow(blog, use.javaScriptEnabled)
      await blog.getByRole('button', { name: 'Report comment' }).click()
      await expect(blog.getByRole('heading', { name: 'Thank you' })).toBeVisible()

      await blog.getByRole('link', { name: 'Privacy' }).click()
      await expect(blog.getByRole('heading', { name: 'Privacy' })).toBeVisible()
      await expectAccessibleWithoutOverflow(blog, use.javaScriptEnabled)
      await blog.getByRole('link', { name: 'View, download or erase your data' }).click()
      await expectAccessibleWithoutOverflow(blog, use.javaScriptEnabled)
      await blog.getByRole('button', { name: 'Show my data' }).click()
      await expect(blog.getByText(content)).toBeVisible()
      await expectAccessibleWithoutOverflow(blog, use.javaScriptEnabled)
      await blog.getByText('Erase my data', { exact: true }).click()
      await blog.getByLabel('Yes, erase all my data').check()
      await blog.getByRole('button', { name: 'Erase everything' }).click()
      await expect(blog.getByRole('heading', { name: 'Your data has been erased' })).toBeVisible()
      expect(await (await blog.request.get(path)).text()).not.toContain(content)
    })
  })
}
