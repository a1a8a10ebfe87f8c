import type { Page } from '@playwright/test'
import { readerOf } from '@/e2e/admin/admin'
import { owner } from '@/e2e/admin/owner'
import { expect } from '@/e2e/support/blog'
import { openSheet, publish, save, statusOf, textOf } from './editor'
import { test } from './paste'
import { drop, newPicture } from './picture'

// The test starts without a session, because it signs in.
test.use({ storageState: { cookies: [], origins: [] } })
test.describe.configure({ mode: 'serial' })

const notice = (page: Page) => page.locator('.admin-notice')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await press(page, 'Sign in')
  // Password hashing is slow on purpose.
  await page.waitForURL((url) => url.pathname !== '/admin/sign-in', { timeout: 20_000 })
}

/**
 * Starts a post with a title and puts the cursor into the text.
 * @returns its id
 */
async function beginPost(page: Page, title: string): Promise<number> {
  await page.goto('/admin/posts')
  await page.getByRole('main').getByRole('link', { name: 'New post' }).click()
  await page.waitForURL(/\/admin\/posts\/\d+\?new=1$/)
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible({ timeout: 15_000 })
  await page.getByLabel('Title', { exact: true }).fill(title)
  await textOf(page).click()
  return Number(/\/admin\/posts\/(\d+)/.exec(page.url())?.[1])
}

test('a writer drafts, publishes and edits a post in one session', async ({
  page,
  context,
  editor,
  admin,
  browser,
}) => {
  test.setTimeout(90_000)
  const title = `A day of ${admin.word}`
  await page.goto('/admin/posts')
  await signIn(page)
  const id = await beginPost(page, title)
  await page.keyboard.type('Written in the morning.\n')

  const urls = [editor.urlOf('good'), editor.urlOf('slow'), editor.urlOf('dead')]
  for (const [index, url] of urls.entries()) {
    await editor.paste(url)
    await expect(editor.cards).toHaveCount(index + 1)
  }
  const states = () =>
    editor.cards.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-state')))
  await expect.poll(states).toEqual(['done', 'done', 'failed'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor.cards).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+y')
  await expect.poll(states).toEqual(['done', 'done', 'failed'])

  await page.getByRole('button', { name: 'Edit title' }).first().click()
  await editor.cards.getByLabel('Title', { exact: true }).fill('In my own words')
  await page.keyboard.press('Enter')
  await expect(editor.cards.first()).toContainText('In my own words')

  await drop(page, [await newPicture()])
  await page.getByLabel('Alternative text', { exact: true }).fill('A hill in the morning')
  await expect.poll(editor.text).toContain('![A hill in the morning](/images/')

  await context.setOffline(true)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('\n\nWritten in a tunnel.')
  await expect(statusOf(page)).toHaveText('Offline – saved in this browser')
  await page.keyboard.type(' And on.')
  await context.setOffline(false)
  await expect(statusOf(page)).toHaveText('Saved')
  const text = await editor.text()
  expect(text).toContain('Written in a tunnel. And on.')
  for (const url of urls) expect(text).toContain(url)
  expect(await admin.sql('SELECT content FROM posts WHERE id = $1', [id])).toEqual([
    { content: text },
  ])

  await publish(page, 'Publish now')
  await expect(notice(page)).toContainText('Published')
  const reader = await readerOf(browser)
  await reader.goto('/')
  await reader.getByRole('link', { name: title }).click()
  await expect(reader.locator('.link-card', { hasText: 'In my own words' })).toBeVisible()
  await expect(
    reader.locator('.prose').getByRole('img', { name: 'A hill in the morning' }),
  ).toBeVisible()
  await expect(reader.getByRole('link', { name: urls[2] ?? '' })).toBeVisible()
  await expect(reader.getByText('Written in a tunnel. And on.')).toBeVisible()

  await beginPost(page, `Another day of ${admin.word}`)
  await page.keyboard.type('In time.')
  await openSheet(page, 'publish')
  await page.getByLabel('Date and time').fill('2040-01-02T03:04')
  await press(page, 'Schedule')
  await expect(notice(page)).toContainText('Scheduled.')
  await page.goto(`/admin/posts?tab=scheduled&search=${admin.word}`)
  await expect(page.locator('.post-row')).toContainText('Scheduled for Jan 2, 2040, 03:04')

  await page.goto(`/admin/posts/${id}`)
  await textOf(page).fill('Spoiled in the evening.')
  await save(page)
  await expect(notice(page)).toHaveText('Saved.')
  await reader.reload()
  await expect(reader.getByText('Written in a tunnel. And on.')).toBeVisible()
  await publish(page, 'Update')
  await expect(notice(page)).toContainText('Updated')
  await reader.reload()
  await expect(reader.getByText('Spoiled in the evening.')).toBeVisible()
  await openSheet(page, 'panel')
  await page.getByRole('link', { name: 'History' }).click()
  await expect(
    page.locator('.compared ins').filter({ hasText: 'Spoiled in the evening.' }),
  ).toBeVisible()
  await page.locator('summary', { hasText: 'Restore version' }).click()
  await page.getByRole('button', { name: /^Yes, restore version/ }).click()
  await expect(notice(page)).toContainText('The version has been restored.')
  await expect.poll(editor.text).toBe(text)
  await publish(page, 'Update')
  await expect(notice(page)).toContainText('Updated')
  await reader.reload()
  await expect(reader.locator('.link-card', { hasText: 'In my own words' })).toBeVisible()
})

test('keeps the text when the session expires, and continues after signing in', async ({
  page,
  context,
  editor,
  admin,
}) => {
  test.setTimeout(60_000)
  await page.goto('/admin/posts')
  await signIn(page)
  const id = await beginPost(page, `Cut ${admin.word}`)
  await page.keyboard.type('This sentence')
  await expect(statusOf(page)).toHaveText('Saved')
  const token = (await context.cookies())
    .find(({ name }) => name === 'session')
    ?.value.split('.')[0]
  await admin.sql('DELETE FROM staff_sessions WHERE token = $1', [token])
  await page.keyboard.type(' was cut')
  await expect(statusOf(page)).toHaveText('Signed out – saved in this browser')
  await page.keyboard.type(' in two')
  const [signing] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Sign in again in another tab' }).click(),
  ])
  await signIn(signing)
  await signing.close()
  await page.bringToFront()
  // A headless browser fires no focus event when the user returns to its window.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await textOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(', and is whole.')
  await expect(statusOf(page)).toHaveText('Saved')
  expect(await editor.text()).toBe('This sentence was cut in two, and is whole.')
  expect(await admin.sql('SELECT content FROM posts WHERE id = $1', [id])).toEqual([
    { content: await editor.text() },
  ])
})
