import type { Browser, Page } from '@playwright/test'
import { openSheet, publish, textOf } from '@/e2e/editor/editor'
import { alerts, expect } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { test } from '@/e2e/support/own-blog'
import { mainForm, write } from '@/e2e/thread/writing'
import { owner } from './owner'

test.use({ ownedBy: 'pages' })
test.describe.configure({ mode: 'serial' })

const notice = (page: Page) => page.locator('.admin-notice')

/** Opens the blog in a browser without a session. */
const openBrowser = async (browser: Browser, baseURL: string) =>
  (await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })).newPage()

/** Writes and publishes a post or page in the editor of a new one. */
async function writeAndPublish(page: Page, title: string, text: string): Promise<void> {
  await page.waitForURL(/\/admin\/posts\/\d+/)
  await page.getByLabel('Title', { exact: true }).fill(title)
  await textOf(page).fill(text)
  await publish(page, 'Publish now')
  await expect(notice(page)).toContainText('Published')
}

test('readers find the owner’s About page in the navigation', async ({ page, own, browser }) => {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Pages' }).click()
  await page.getByRole('link', { name: 'New page' }).click()
  await writeAndPublish(page, 'About us', 'We bake bread.')
  await openSheet(page, 'panel')
  await expect(page.getByRole('status').getByRole('link', { name: 'View page' })).toHaveAttribute(
    'href',
    '/about-us',
  )
  await expect(page.getByLabel('Tags')).toHaveCount(0)

  const reader = await openBrowser(browser, own.url)
  await reader.goto('/posts/late')
  await reader
    .getByRole('navigation', { name: 'Blog' })
    .getByRole('link', { name: 'About us' })
    .click()
  await expect(reader).toHaveURL(/\/about-us$/)
  await expect(reader.getByText('We bake bread.')).toBeVisible()
  await expect(reader.getByRole('heading', { name: /comments/i })).toHaveCount(0)
  await expectAccessible(reader)
  await reader.goto('/')
  await expect(reader.getByRole('main').getByText('About us')).toHaveCount(0)
  await reader.context().close()
})

test('a reader comments on a page that allows it, and old links lead to its comments', async ({
  page,
  own,
  browser,
}) => {
  await page.goto('/admin/pages?tab=published')
  await page.getByRole('link', { name: 'About us', exact: true }).click()
  await openSheet(page, 'panel')
  await page.getByRole('button', { name: 'Open comments' }).click()
  await expect(notice(page)).toHaveText('Comments opened.')

  const reader = await openBrowser(browser, own.url)
  await reader.goto('/about-us')
  await expect(mainForm(reader)).toHaveJSProperty('noValidate', true)
  await write(mainForm(reader), { name: 'Ada', text: 'Which flour do you use?' })
  await expect(reader.getByText('Which flour do you use?')).toBeVisible()
  await expect(reader).toHaveURL(/\/about-us/)

  const publishImported = () =>
    own.database.query(`
      WITH comment AS (
        UPDATE comments SET status = 'published' WHERE content = 'Which flour do you use?'
        RETURNING id, post_id
      )
      INSERT INTO imported_comments (post_id, source_id, comment_id, anchor)
      SELECT post_id, 'isso:7', id, 'isso-7' FROM comment`)
  // The page shows the comment before it is stored.
  await expect.poll(async () => (await publishImported()).rowCount).toBe(1)
  await reader.goto('/')
  await reader.goto('/about-us#isso-7')
  await expect(reader).toHaveURL(/#comment-\d+$/)
  await reader.context().close()
})

test('a writer publishes their own post, and cannot open a post of the owner', async ({
  page,
  own,
  browser,
}) => {
  // Password hashing is slow on purpose.
  test.slow()
  await page.goto('/admin/people')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel(/^Writer:/).check()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(alerts(page)).toContainText('already uses this e-mail address')
  await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
  await expect(page.getByLabel(/^Writer:/)).toBeChecked()
  await page.getByLabel('E-mail').fill('wanda@example.org')
  await page.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByLabel('Send this link').inputValue()
  await expect(page.getByText('invited as writer')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('')
  await expect(page).toHaveTitle(/./)
  await expectAccessible(page)

  const writer = await openBrowser(browser, own.url)
  await writer.goto(new URL(link).pathname)
  await expect(
    writer.getByRole('heading', { name: 'You are invited to be a writer' }),
  ).toBeVisible()
  await writer.getByLabel('Name').fill('Wanda')
  await writer.getByLabel('Password').fill('the password of the writer')
  await writer.getByRole('button', { name: 'Accept' }).click()

  const sections = writer.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect(sections).toHaveText([/Dashboard/, 'Posts', '', 'Images', 'Settings'])
  await sections.getByText('Posts').click()
  await writer.getByRole('main').getByRole('link', { name: 'New post' }).click()
  await writeAndPublish(writer, 'Rye', 'About rye.')
  await expect(writer).toHaveTitle(/./)
  await expectAccessible(writer)
  await writer.goto('/posts/rye')
  await expect(writer.locator('article header')).toContainText('Wanda')
  await writer.goto('/admin/account')
  await writer.getByRole('textbox', { name: 'Your name' }).fill('Wanda Woolf')
  await writer.getByRole('button', { name: 'Change name' }).click()
  await expect(writer.getByRole('status')).toHaveText('Settings saved.')
  await writer.goto('/posts/rye')
  await expect(writer.locator('article header')).toContainText('Wanda Woolf')
  const bar = writer.getByRole('navigation', { name: 'Admin area' })
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Edit'])
  await writer.goto('/posts/late')
  await expect(bar.getByRole('link')).toHaveText(['Dashboard'])

  await page.goto('/admin/posts?tab=published')
  await page.getByRole('link', { name: 'Late in the evening', exact: true }).click()
  await page.waitForURL(/\/admin\/posts\/\d+/)
  expect((await writer.goto(new URL(page.url()).pathname))?.status()).toBe(404)
  await expect(sections).toHaveCount(5)
  await expect(writer.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
  for (const path of ['comments', 'pages', 'stats', 'people', 'settings', 'sites', 'import'])
    expect((await writer.goto(`/admin/${path}`))?.status(), path).toBe(404)
  await writer.context().close()
})

test('the owner changes the author of a post', async ({ page, own, browser }) => {
  await page.goto('/admin/posts?tab=published')
  await page.getByRole('link', { name: 'Late in the evening', exact: true }).click()
  await openSheet(page, 'panel')
  await page.getByLabel('Author').selectOption('Wanda Woolf')
  await page.getByRole('button', { name: 'Change author' }).click()
  await expect(notice(page)).toHaveText('Author changed.')
  const reader = await openBrowser(browser, own.url)
  await reader.goto('/posts/late')
  await expect(reader.locator('article header')).toContainText('Wanda')
  await reader.context().close()
})
