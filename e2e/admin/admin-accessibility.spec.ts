import { test as base, expect, fewInGate } from '@/e2e/support/blog'
import { expectAccessibleOnEveryDisplay } from '@/e2e/support/expect-accessible'
import { adminPages, test } from './admin'

for (const path of fewInGate(adminPages)) {
  test(`${path} is accessible and fits narrow and wide screens, light and dark`, async ({
    page,
    admin,
  }) => {
    await admin.add()
    // Blocks new comments of other tests from appearing during the check.
    await page.route('**/admin/comments/news*', (route) => route.abort())
    // All tests share the queues; the search shows only this test's comments.
    const own = path === '/admin/comments' ? `${path}?search=${admin.word}` : path
    await page.goto(own)
    await expect(page).toHaveURL(own)
    await expectAccessibleOnEveryDisplay(page)
  })
}

for (const path of ['/admin/sign-in?error=unauthorized', '/admin/forgotten?done=reset-sent']) {
  base(`${path} is accessible to signed-out visitors`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expectAccessibleOnEveryDisplay(page)
  })
}
