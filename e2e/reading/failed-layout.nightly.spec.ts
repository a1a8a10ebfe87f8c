import { expect } from '@/e2e/support/blog'
import { test } from '@/e2e/support/own-blog'

test.use({ ownedBy: 'failed_layout' })

test('if the layout fails, the error page is in the language of the blog', async ({
  own,
  page,
}) => {
  await own.database.query(
    `INSERT INTO blog_settings (id, language) VALUES (1, 'ar')
     ON CONFLICT (id) DO UPDATE SET language = 'ar'`,
  )
  expect(await (await page.request.get('/docs/failed')).text()).toContain('<html lang="ar"')
  await own.database.query('ALTER TABLE blog_settings RENAME TO no_settings')

  const response = await page.goto('/admin')
  expect(response?.status()).toBe(500)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('حدث خطأ ما')
  await expect(page).toHaveTitle('حدث خطأ ما')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('link', { name: 'إعادة المحاولة' })).toHaveAttribute('href', '')
  await expect(page.getByRole('searchbox')).toBeVisible()

  await page.route('**/docs/failed', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
