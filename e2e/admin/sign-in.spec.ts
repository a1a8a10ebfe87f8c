import { expect, firstInGate, test } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { owner } from './owner'

/** Only a few, because an account allows five attempts per minute. */
const configurations = [
  {
    name: 'with JavaScript, light, 1280 px',
    use: { javaScriptEnabled: true, colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  },
  {
    name: 'without JavaScript, dark, 360 px',
    use: { javaScriptEnabled: false, colorScheme: 'dark', viewport: { width: 360, height: 800 } },
  },
] as const

for (const [index, { name, use }] of firstInGate(configurations).entries()) {
  test.describe(name, () => {
    // Each uses a separate network.
    test.use({ ...use, extraHTTPHeaders: { 'X-Forwarded-For': `203.0.113.${index}` } })

    test('the owner mistypes, signs in and invites a moderator, who accepts and signs out', async ({
      blog: page,
      browser,
    }) => {
      // Password hashing is slow on purpose.
      test.slow()
      await page.goto('/admin/people')
      await expect(page).toHaveURL(/\/admin\/sign-in\?next=/)
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.locator('main').getByRole('alert')).toHaveText(/is incorrect/)
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password').fill(owner.password)
      await page.getByRole('button', { name: 'Sign in' }).click()

      await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible()
      await page.getByLabel('E-mail').fill(`guest-${index}@example.org`)
      await page.getByRole('button', { name: 'Invite' }).click()
      const link = await page.getByLabel('Send this link').inputValue()
      if (use.javaScriptEnabled) await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        use.viewport.width,
      )

      const guest = await browser.newPage(use)
      await guest.goto(new URL(link).pathname)
      await guest.getByLabel('Name').fill(`Guest ${index}`)
      await guest.getByLabel('Password').fill('the password of the guest')
      await guest.getByRole('button', { name: 'Accept' }).click()
      await expect(guest.getByRole('navigation', { name: 'Admin' })).toBeVisible()
      await guest.close()

      await page.goto('/admin/account')
      await expect(page.getByText('(this session)')).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByRole('status')).toHaveText('You are signed out.')
      await page.goto('/admin/account')
      await expect(page).toHaveURL(/\/admin\/sign-in/)
    })
  })
}

test('no public page contains admin scripts or styles', async ({ blog: page }) => {
  const files = new Set<string>()
  page.on('request', (request) => {
    if (/\.(?:js|css)$/.test(new URL(request.url()).pathname)) files.add(request.url())
  })
  await page.goto('/')
  await page.locator('main a').first().click()
  await page.waitForLoadState('networkidle')
  expect(files.size).toBeGreaterThan(0)
  for (const file of files)
    expect(await (await page.request.get(file)).text(), file).not.toContain('admin-')
})
