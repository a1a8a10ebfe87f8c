import { TOTP } from 'otpauth'
import { expect } from '@/e2e/support/blog'
import { expectAccessibleOnEveryDisplay } from '@/e2e/support/expect-accessible'
import { test } from '@/e2e/support/own-blog'
import { owner } from './owner'

test.use({ ownedBy: 'factor' })

test('the owner turns on a second factor and signs in with a code, on accessible pages', async ({
  page,
  own,
}) => {
  // Password hashing is slow on purpose.
  test.slow()
  await page.goto('/admin/account')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByLabel('Current password').fill(owner.password)
  await section.getByRole('button', { name: 'Set up' }).click()
  const app = new TOTP({ secret: await section.getByLabel('Key', { exact: true }).inputValue() })
  await expectAccessibleOnEveryDisplay(page)
  await section.getByLabel('Code').fill(app.generate())
  await section.getByRole('button', { name: 'Continue' }).click()
  const codes = await section.getByLabel('Recovery codes', { exact: true }).inputValue()
  await expect(section).toContainText('10 recovery codes are left.')
  await expect(section.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expectAccessibleOnEveryDisplay(page)

  await page.context().clearCookies()
  await page.goto('/admin/stats')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/admin\/sign-in\/code/)
  await expectAccessibleOnEveryDisplay(page)
  // An app's code works once, and this period's code has been used.
  await page.getByLabel('Code').fill(codes.split('\n')[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/admin\/stats$/)

  // Another tab has turned it off.
  await page.goto('/admin/account')
  await own.database.query('DELETE FROM staff_second_factors')
  await section.getByText('Generate new recovery codes').click()
  await section.locator('#renew-password').fill(owner.password)
  await section.getByRole('button', { name: 'Continue' }).click()
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible()
  await expect(section.getByLabel('Recovery codes', { exact: true })).toHaveCount(0)
})
