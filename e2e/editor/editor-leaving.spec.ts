import { firstInGate } from '@/e2e/support/blog'
import {
  expect,
  openEditor,
  openSheet,
  publish,
  save,
  statusOf,
  test,
  textOf,
  write,
} from './editor'

test('saves a slug that is still being typed when the page is left', { tag: '@nightly' }, async ({
  blog,
  admin,
  editor,
}) => {
  await admin.sql('UPDATE posts SET draft = true WHERE slug = $1', [admin.slug])
  await openEditor(blog, editor.path)
  const slug = `${admin.slug}-anew`
  await openSheet(blog, 'panel')
  await blog.getByLabel('Slug').fill(slug)
  await expect(blog.getByLabel('Slug')).toBeFocused()
  // The earlier text is saved at this point; the slug is not.
  await expect(statusOf(blog)).toHaveText('Saved')
  await blog.goto('/admin/posts')
  await expect
    .poll(async () => (await admin.sql('SELECT slug FROM posts WHERE slug = $1', [slug])).length)
    .toBe(1)
})

test('shows an error and stays in the editor when a button is pressed offline', async ({
  page,
  editor,
}) => {
  await openEditor(page, editor.path)
  await expect(statusOf(page)).toHaveText('Saved')
  await page.context().setOffline(true)
  await save(page)
  await expect(page.getByText('Connection lost. Your text is safe.')).toBeVisible()
  await expect(textOf(page)).toHaveText('Words.')
  await page.context().setOffline(false)
  await save(page)
  await expect(page.getByText('Connection lost. Your text is safe.')).toHaveCount(0)
  await expect(page.locator('.post-form-said')).toContainText('Saved')
  await write(page, 'Written on.')
  await expect.poll(async () => (await editor.saved()).content).toBe('Written on.')
})

test('a rejected action focuses the invalid field', async ({ page, editor }) => {
  await openEditor(page, editor.path)
  await page.getByLabel('Title', { exact: true }).fill('')
  await publish(page, 'Update')
  await expect(page.getByLabel('Title', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
})

test('a setting that is changed right after typing loses no text, even after a discard', async ({
  page,
  editor,
}) => {
  await editor.saveElsewhere('Unwanted words.')
  await openEditor(page, editor.path)
  await openSheet(page, 'publish')
  await page.getByText('Discard changes', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, discard changes' }).click()
  await expect(page.locator('.admin-notice')).toContainText('Changes discarded.')
  await expect(textOf(page)).toHaveText('Words.')
  await page.route('**/draft', () => {})
  await write(page, 'Typed anew.')
  await openSheet(page, 'panel')
  await page.getByRole('button', { name: 'Change author' }).click()
  await expect(page.locator('.admin-notice')).toContainText('Author changed.')
  // Next.js has mounted the page again, because its search parameters changed.
  await page
    .getByRole('region', { name: 'Unsaved changes' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(textOf(page)).toHaveText('Typed anew.')
})

test('hides the notice of an unsent form once autosave succeeds', { tag: '@nightly' }, async ({
  page,
  editor,
}) => {
  await openEditor(page, editor.path)
  await page.context().setOffline(true)
  await write(page, 'Written in a tunnel.')
  await save(page)
  await expect(page.getByText('Connection lost. Your text is safe.')).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(async () => (await editor.saved()).content).toBe('Written in a tunnel.')
  await expect(page.getByText('Connection lost. Your text is safe.')).toHaveCount(0)
})

for (const width of firstInGate([360, 1280])) {
  test(`a notice does not cover the line being typed at ${width} px`, { tag: '@nightly' }, async ({
    page,
    editor,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openEditor(page, editor.path)
    await write(page, Array.from({ length: 60 }, (_, line) => `Line ${line + 1}`).join('\n'))
    await expect(statusOf(page)).toHaveText('Saved')
    const caret = page.locator('.cm-line', { hasText: 'Line 60' })
    await expect(caret).toBeInViewport()
    await page.context().setOffline(true)
    await save(page)
    const notice = page.locator('.editor-notice')
    await expect(notice).toBeVisible()
    const bottomOf = async (what: typeof caret) =>
      what.evaluate((element) => element.getBoundingClientRect().bottom)
    const top = await notice.evaluate((element) => element.getBoundingClientRect().top)
    expect(await bottomOf(page.locator('.cm-scroller'))).toBeLessThanOrEqual(top)
    await expect.poll(() => bottomOf(caret)).toBeLessThanOrEqual(top)
    await page.context().setOffline(false)
  })
}

test('restores the text and the fields of a stored draft, and undo returns the text', async ({
  page,
  editor,
}) => {
  await page.goto(editor.path)
  const id = editor.path.split('/').at(-1)
  const draft = {
    slug: '',
    title: 'Kept title',
    summary: '',
    tags: [],
    cover: '',
    coverAlt: '',
    content: 'Words, and more.',
  }
  await page.evaluate(
    ([name, kept]) => localStorage.setItem(String(name), String(kept)),
    [`afterword-draft-${id}.1-1`, JSON.stringify({ base: 1, draft })],
  )
  await openEditor(page, editor.path)
  await page
    .getByRole('region', { name: 'Unsaved changes' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(textOf(page)).toHaveText('Words, and more.')
  await expect.poll(async () => (await editor.saved()).title).toBe('Kept title')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(textOf(page)).toHaveText('Words.')
})
