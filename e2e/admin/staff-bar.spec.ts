import { expect } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { readerOf, test } from './admin'

test('shows staff a bar with links to the admin area, without moving the page', async ({
  page,
  admin,
  baseURL,
  browser,
}) => {
  await admin.add()
  await page.context().addCookies([{ name: 'signed-in', value: '1', url: baseURL ?? '' }])
  await page.goto(`/posts/${admin.slug}`)
  const bar = page.getByRole('navigation', { name: 'Admin area' })
  await expect(bar.getByRole('link', { name: /pending comment/ })).toBeVisible()
  await expect(bar).toHaveCSS('position', 'fixed')
  await expectAccessible(page)
  await bar.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  await expect(page).toHaveTitle(/^\(\d+\+?\) /)

  const reader = await readerOf(browser)
  const requestedPaths: string[] = []
  reader.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await reader.goto(`/posts/${admin.slug}`, { waitUntil: 'networkidle' })
  expect(requestedPaths).not.toContain('/admin/bar')
  await reader.context().close()
})
