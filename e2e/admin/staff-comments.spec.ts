import type { Page } from '@playwright/test'
import { expect, stampPath, withOwnStamps } from '@/e2e/support/blog'
import { openAdmin, readerOf, test } from './admin'

/** The default public name of the owner. */
const ownName = 'The owner'

/** Focuses the text of the comment form once its code has replaced the plain form. */
async function focusText(page: Page): Promise<void> {
  const form = page.locator('#comments > .comment-form')
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await expect(form.getByRole('button', { name: 'Preview' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Comment' }).focus()
}

test('the comment form shows name and badge to signed-in staff only', async ({
  page,
  admin,
  browser,
}) => {
  // Uses the real response, which includes the signed-in user.
  await withOwnStamps(page)
  await openAdmin(page, '/admin/comments')
  await page.goto(`/posts/${admin.slug}`)
  const form = page.locator('#comments > .comment-form')
  const name = form.getByRole('textbox', { name: 'Name' })
  await focusText(page)
  await expect(name).toHaveValue(ownName)
  await expect(form.getByText('Author', { exact: true })).toBeVisible()
  await name.fill('Ada')
  await expect(form.getByText('Author', { exact: true })).toHaveCount(0)
  await name.fill(ownName)
  await form.getByRole('textbox', { name: 'Comment' }).fill(`Said ${admin.word}`)
  await form.getByRole('button', { name: 'Post comment' }).click()
  const comment = page
    .locator('article.comment:not([aria-busy])')
    .filter({ hasText: `Said ${admin.word}` })
  await expect(comment.getByText('Author', { exact: true })).toBeVisible()

  const reader = await readerOf(browser)
  const requestedPaths: string[] = []
  reader.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await reader.goto(`/posts/${admin.slug}`, { waitUntil: 'networkidle' })
  await expect(
    reader.locator('#comments > .comment-form').getByRole('textbox', { name: 'Name' }),
  ).toHaveValue('')
  expect(requestedPaths).not.toContain('/api/comment-stamp')
  await reader.context().close()
})

test('does not fill in the name after the session has ended', { tag: '@nightly' }, async ({
  page,
  admin,
}) => {
  await withOwnStamps(page)
  await page.goto(`/posts/${admin.slug}`)
  const form = page.locator('#comments > .comment-form')
  const name = form.getByRole('textbox', { name: 'Name' })
  await focusText(page)
  await expect(name).toHaveValue(ownName)
  await page.context().clearCookies()
  await page.reload()
  const stamped = page.waitForResponse(stampPath)
  await focusText(page)
  await stamped
  await expect(name).toHaveValue('')
  await expect(form.getByText('Author', { exact: true })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the reply page shows the name and badge of the signed-in user', async ({ page, admin }) => {
    const id = await admin.add({ status: 'published' })
    await page.goto(`/posts/${admin.slug}/comments/${id}/reply`)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(ownName)
    await expect(page.locator('form').getByText('Author', { exact: true })).toBeVisible()
  })
})
