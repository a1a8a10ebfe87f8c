import type { Page } from '@playwright/test'
import { firstInGate } from '@/e2e/support/blog'
import { expect, openEditor, openSheet, save, statusOf, test, textOf, write } from './editor'

/**
 * Closes a post with text that the server rejected. A closing page sends the text once more, and
 * tests cannot intercept that request.
 */
async function leaveUnsaved(page: Page, path: string, text: string): Promise<void> {
  const context = page.context()
  await openEditor(page, path)
  const cookies = await context.cookies()
  await context.clearCookies()
  await write(page, text)
  await expect(statusOf(page)).toHaveText('Signed out – saved in this browser')
  await page.close()
  await context.addCookies(cookies)
}

test('saves typed text automatically with the form fields and shows the status', async ({
  blog,
  editor,
}) => {
  await openEditor(blog, editor.path)
  await expect(editor.status).toHaveText('Saved')
  await write(blog, 'First words.')
  await expect(editor.status).toHaveText('Saving…')
  await expect(editor.status).toHaveText('Saved')
  expect((await editor.saved()).content).toBe('First words.')
  await blog.getByLabel('Title', { exact: true }).fill('A new title')
  await expect.poll(async () => (await editor.saved()).title).toBe('A new title')
})

test('keeps every byte of a post, including its line endings', async ({ blog, editor }) => {
  await editor.saveElsewhere('one\r\ntwo  \r\n\r\n\tthree\r\n')
  await openEditor(blog, editor.path)
  await editor.text.click()
  await blog.keyboard.press('ControlOrMeta+End')
  await blog.keyboard.type('four\nfive')
  await expect
    .poll(async () => (await editor.saved()).content)
    .toBe('one\r\ntwo  \r\n\r\n\tthree\r\nfour\r\n\r\nfive')
})

test('keeps text typed before the script loaded', async ({ blog, editor }) => {
  await blog.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await blog.goto(editor.path, { waitUntil: 'commit' })
  await blog.locator('textarea[name="content"]').click()
  await blog.keyboard.press('ControlOrMeta+a')
  await blog.keyboard.type('Early words')
  await expect(
    blog.getByRole('toolbar', { name: 'Formatting' }).getByRole('button').first(),
  ).toBeVisible({ timeout: 15_000 })
  await blog.keyboard.type(' and later ones')
  await expect(editor.text).toHaveText('Early words and later ones')
  await expect.poll(async () => (await editor.saved()).content).toBe('Early words and later ones')
})

test('saves a title typed before the script loaded', { tag: '@nightly' }, async ({
  blog,
  editor,
}) => {
  await blog.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await blog.goto(editor.path, { waitUntil: 'commit' })
  await blog.getByLabel('Title', { exact: true }).fill('An early title')
  await expect.poll(async () => (await editor.saved()).title).toBe('An early title')
})

test('keeps text locally while offline and sends it once online', async ({ page, editor }) => {
  await openEditor(page, editor.path)
  await page.context().setOffline(true)
  await write(page, 'Written in a tunnel.')
  await expect(statusOf(page)).toHaveText('Offline – saved in this browser')
  await page.keyboard.type(' And on.')
  expect((await editor.saved()).content).toBe('Words.')
  await page.context().setOffline(false)
  await expect(statusOf(page)).toHaveText('Saved')
  expect((await editor.saved()).content).toBe('Written in a tunnel. And on.')
})

test('offers unsaved text when the post is opened again', async ({ page, editor }) => {
  await leaveUnsaved(page, editor.path, 'Lost with the page?')
  const again = await page.context().newPage()
  await openEditor(again, editor.path)
  await again.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(textOf(again)).toHaveText('Lost with the page?')
  await expect(statusOf(again)).toHaveText('Saved')
  expect((await editor.saved()).content).toBe('Lost with the page?')
  await again.reload()
  await expect(again.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0)
  expect(
    await again.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('afterword-draft-')),
    ),
  ).toEqual([])
})

test('compares recovered text with a post that changed since and overwrites nothing', {
  tag: '@nightly',
}, async ({ page, editor }) => {
  await leaveUnsaved(page, editor.path, 'Kept here')
  await editor.saveElsewhere('Gone on')

  const again = await page.context().newPage()
  await openEditor(again, editor.path)
  await again.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(statusOf(again)).toHaveText('Edit conflict')
  await again.waitForTimeout(2_000)
  expect((await editor.saved()).content).toBe('Gone on')
  // The form around the editor is rejected as well.
  await save(again)
  await expect(again.getByRole('alert', { name: 'Edit conflict' })).toContainText('Gone on')
  expect((await editor.saved()).content).toBe('Gone on')
})

test.describe('a post that someone else has saved in the meantime', () => {
  test.beforeEach(async ({ page, editor }) => {
    await openEditor(page, editor.path)
    await editor.saveElsewhere('Alpha\n\nTheir words\n\nOmega')
    await write(page, 'Alpha\n\nMy words\n\nOmega')
    await expect(statusOf(page)).toHaveText('Edit conflict')
    expect((await editor.saved()).content).toContain('Their words')
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('dialog', { name: 'Compare versions' })).toContainText(
      'Their words',
    )
  })

  test('is overwritten after confirmation', async ({ page, editor }) => {
    await page.getByRole('button', { name: 'Keep my version' }).click()
    await expect(textOf(page)).toBeFocused()
    await expect(statusOf(page)).toHaveText('Saved')
    expect((await editor.saved()).content).toBe('Alpha\n\nMy words\n\nOmega')
  })

  test('replaces the typed text, and undo restores it', { tag: '@nightly' }, async ({
    page,
    editor,
  }) => {
    await page.getByRole('button', { name: 'Use their version' }).click()
    await expect(textOf(page)).toContainText('Their words')
    await expect(statusOf(page)).toHaveText('Saved')
    await expect(textOf(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(textOf(page)).toContainText('My words')
    await expect.poll(async () => (await editor.saved()).content).toContain('My words')
  })

  test('is merged by hand', async ({ page, editor }) => {
    const merged = page.getByRole('textbox', { name: 'Merged text' })
    await merged.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(', and both')
    await page.getByRole('button', { name: 'Save merged text' }).click()
    await expect(statusOf(page)).toHaveText('Saved')
    expect((await editor.saved()).content).toBe('Alpha\n\nMy words\n\nOmega, and both')
  })
})

test('merges the edits of two people in different paragraphs', async ({ page, editor }) => {
  await openEditor(page, editor.path)
  await editor.saveElsewhere('Their beginning.\n\nWords.')
  await textOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('\n\nMy end.')
  await expect(statusOf(page)).toHaveText('Edit conflict')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('button', { name: 'Save merged text' }).click()
  await expect(statusOf(page)).toHaveText('Saved')
  expect((await editor.saved()).content).toBe('Their beginning.\n\nWords.\n\nMy end.')
})

test('saves the text beside an invalid field, and names the field', async ({ page, editor }) => {
  await openEditor(page, editor.path)
  await openSheet(page, 'panel')
  await page.getByText('Search and sharing').click()
  await page.getByLabel('Canonical URL').fill('example.org')
  await write(page, 'Written on.')
  await expect(statusOf(page)).toContainText('Not saved: Canonical URL:')
  await expect.poll(async () => (await editor.saved()).content).toBe('Written on.')
})

test('corrects a slug that another post has', { tag: '@nightly' }, async ({
  page,
  admin,
  editor,
}) => {
  await admin.sql(
    `INSERT INTO posts (slug, title, content, tags, draft, published_at)
     VALUES ($1, 'Another', 'Words.', '{}', true, now())`,
    [`${admin.slug}-taken`],
  )
  await openEditor(page, editor.path)
  await openSheet(page, 'panel')
  await page.getByLabel('Slug').fill(`${admin.slug}-taken`)
  await page.getByLabel('Slug').blur()
  await expect(page.getByLabel('Slug')).toHaveValue(`${admin.slug}-taken-2`)
})

test('offers the text of a new post that was never saved', { tag: '@nightly' }, async ({
  page,
  signedIn,
}) => {
  const context = page.context()
  await context.addCookies(signedIn.cookies)
  await leaveUnsaved(page, '/admin/posts/new', 'A thought that must not be lost.')
  const again = await context.newPage()
  await openEditor(again, '/admin/posts/new')
  await again.getByRole('link', { name: 'Open it' }).click()
  await again.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(textOf(again)).toHaveText('A thought that must not be lost.')
  await expect(statusOf(again)).toHaveText('Saved')
})

for (const { clocks, offMs } of firstInGate([
  { clocks: 'its clock is a day behind', offMs: -86_400_000 },
  { clocks: 'its clock is a day ahead', offMs: 86_400_000 },
  { clocks: 'with the same clock', offMs: 0 },
])) {
  test(`warns in a second tab (${clocks}) and updates it as soon as the first saves`, {
    tag: '@nightly',
  }, async ({ page, editor }) => {
    await openEditor(page, editor.path)
    const second = await page.context().newPage()
    if (offMs !== 0) await second.clock.install({ time: Date.now() + offMs })
    await openEditor(second, editor.path)
    expect(Math.abs((await second.evaluate(() => Date.now())) - Date.now() - offMs)).toBeLessThan(
      60_000,
    )
    for (const tab of [page, second])
      await expect(tab.getByText('This post is also open in another tab.')).toBeVisible()
    await write(page, 'From the first tab')
    await expect(statusOf(page)).toHaveText('Saved')
    await expect(textOf(second)).toHaveText('From the first tab')
    await expect(statusOf(second)).toHaveText('Saved')
    await second.close()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page.getByText('This post is also open in another tab.')).toBeHidden()
  })
}

test('loses no text when the session expires while typing', async ({ page, editor, signedIn }) => {
  await openEditor(page, editor.path)
  await page.context().clearCookies()
  await write(page, 'Mid-sentence')
  await expect(statusOf(page)).toHaveText('Signed out – saved in this browser')
  await expect(page.getByRole('link', { name: 'Sign in again in another tab' })).toHaveAttribute(
    'target',
    '_blank',
  )
  await page.keyboard.type(' and beyond')
  await page.context().addCookies(signedIn.cookies)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(statusOf(page)).toHaveText('Saved')
  expect((await editor.saved()).content).toBe('Mid-sentence and beyond')
})
