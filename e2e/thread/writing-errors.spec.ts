import { expect } from '@/e2e/support/blog'
import { commentOf, countInApi, mainForm, open, path, test, uniqueText, write } from './writing'

test('shows errors beside the field and in the live region and focuses the field', async ({
  page,
}) => {
  await open(page)
  await write(mainForm(page), { name: 'Ada', text: 'x'.repeat(5_001) })
  const field = mainForm(page).getByRole('textbox', { name: 'Comment' })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/5,000/)
  await expect(field).toBeFocused()
  await expect(mainForm(page).getByRole('status')).toHaveText(/^Use at most 5,000 characters\.$/)
  await mainForm(page).getByLabel('Name').fill('')
  await write(mainForm(page), { text: 'short' })
  await expect(mainForm(page).getByLabel('Name')).toBeFocused()
  await expect(field).not.toHaveAttribute('aria-invalid')
})

test('a double click creates one comment', async ({ blog }) => {
  const content = uniqueText('Clicked twice')
  await open(blog)
  await mainForm(blog).getByLabel('Name').fill('Ada')
  await mainForm(blog).getByRole('textbox', { name: 'Comment' }).fill(content)
  await mainForm(blog).getByRole('button', { name: 'Post comment' }).dblclick()
  await expect(commentOf(blog, content)).toHaveCount(1)
  await expect(commentOf(blog, content)).toBeFocused()
  expect(await countInApi(blog, content)).toBe(1)
})

test('a lost connection while posting keeps the text, and the retry creates one comment', async ({
  page,
  context,
}) => {
  const content = uniqueText('Sent from a tunnel')
  await open(page)
  await context.setOffline(true)
  await write(mainForm(page), { name: 'Ada', text: content })
  await expect(mainForm(page).getByRole('status')).toContainText(
    'Connection lost. Your text is safe',
  )
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue(content)
  await expect(page.locator('article[aria-busy]')).toHaveCount(0)
  await context.setOffline(false)
  await mainForm(page).getByRole('button', { name: 'Try again' }).click()
  await expect(commentOf(page, content)).toBeFocused()
  expect(await countInApi(page, content)).toBe(1)
})

test('a lost response and a reload still create one comment', { tag: '@nightly' }, async ({
  page,
}) => {
  const content = uniqueText('Arrived, unknown to its writer')
  const keys: (string | undefined)[] = []
  await open(page)
  await page.route('**/api/comments', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await write(mainForm(page), { name: 'Ada', text: content })
  await expect(mainForm(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.reload()
  // The form's code, which sends the same key again, has loaded.
  await expect(mainForm(page).getByRole('button', { name: 'Preview' })).toBeVisible()
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue(content)
  await mainForm(page).getByLabel('Name').fill('Ada')
  await mainForm(page)
    .getByRole('button', { name: /^Post|^Try/ })
    .click()
  await expect(commentOf(page, content)).toBeFocused()
  expect(keys[0]).toMatch(/^\d+(?:-\d+){3}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await countInApi(page, content)).toBe(1)
})

test('drafts of the post and of each reply survive a reload and are removed once posted', async ({
  blog,
}) => {
  const first = uniqueText('Said before')
  const content = uniqueText('Half a thought')
  const replyText = uniqueText('Half an answer')
  // Posts through the API, because the form would remember the name in this browser.
  await blog.request.post('/api/comments', {
    data: { slug: path.slice('/posts/'.length), author_name: 'Bob', content: first },
  })
  await open(blog)
  await mainForm(blog).getByRole('textbox', { name: 'Comment' }).fill(content)
  const link = blog.getByRole('link', { name: /^Reply to/ }).first()
  await link.click()
  const reply = blog.locator('.comment > footer > form')
  await expect(reply.getByLabel('Name')).toBeFocused()
  await reply.getByRole('textbox', { name: 'Comment' }).fill(replyText)
  await reply.getByRole('textbox', { name: 'Comment' }).press('Escape')
  await expect(reply).toHaveCount(0)
  await expect(link).toBeFocused()
  await blog.reload()
  await expect(mainForm(blog).getByRole('textbox', { name: 'Comment' })).toHaveValue(content)
  await link.click()
  await expect(reply.getByRole('textbox', { name: 'Comment' })).toHaveValue(replyText)
  await reply.getByRole('button', { name: 'Cancel' }).click()
  await write(mainForm(blog), { name: 'Ada', text: content })
  await expect(commentOf(blog, content)).toBeFocused()
  await blog.reload()
  await expect(mainForm(blog).getByLabel('Name')).toHaveValue('Ada')
  await expect(mainForm(blog).getByRole('textbox', { name: 'Comment' })).toHaveValue('')
})

test('the preview matches the published comment', async ({ blog }) => {
  const text =
    `${uniqueText('Shown before')}\nand **bold**\n\n> quoted\n\n- one\n- two\n\n\`\`\`ts\n` +
    `const a: number = 1\n\`\`\`\n\nhttps://example.org <b>no</b>`
  await open(blog)
  await mainForm(blog).getByLabel('Name').fill('Ada')
  await mainForm(blog).getByRole('textbox', { name: 'Comment' }).fill(text)
  await mainForm(blog).getByRole('button', { name: 'Preview' }).click()
  const preview = mainForm(blog).getByRole('region', { name: 'Preview' })
  await expect(preview.locator('strong')).toHaveText('bold')
  const previewed = await preview.innerHTML()
  await mainForm(blog).getByRole('button', { name: 'Post comment' }).click()
  const published = commentOf(blog, text.slice(0, 20)).filter({ hasText: text.slice(0, 21) })
  await expect(published).toBeFocused()
  expect(await published.locator('.prose-comment').innerHTML()).toBe(previewed)
})

test('a browser without storage can still post, and keeps drafts until the page is left', {
  tag: '@nightly',
}, async ({ blog }) => {
  await blog.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('no storage', 'SecurityError')
      },
    })
  })
  const content = uniqueText('Posted without storage')
  await open(blog)
  await write(mainForm(blog), { name: 'Ada', text: content })
  await expect(commentOf(blog, content)).toBeFocused()
  const reply = commentOf(blog, content).locator('form').getByRole('textbox', { name: 'Comment' })
  const link = commentOf(blog, content).getByRole('link', { name: 'Reply to Ada' })
  await link.click()
  await reply.fill('Half an answer')
  await reply.press('Escape')
  await link.click()
  await expect(reply).toHaveValue('Half an answer')
})

test('text typed while a comment is being sent stays in the form', { tag: '@nightly' }, async ({
  page,
}) => {
  await open(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/comments', async (route) => {
    await held
    await route.continue()
  })
  const content = uniqueText('Sent slowly')
  await write(mainForm(page), { name: 'Ada', text: content })
  await expect(mainForm(page).getByRole('button', { name: 'Sending…' })).toBeVisible()
  const field = mainForm(page).getByRole('textbox', { name: 'Comment' })
  await field.fill(`${content}, and more`)
  release()
  await expect(commentOf(page, content)).toBeFocused()
  await expect(field).toHaveValue(`${content}, and more`)
  await open(page)
  await expect(field).toHaveValue(`${content}, and more`)
  expect(await countInApi(page, 'and more')).toBe(0)
})

test('counts the characters of the empty form after a long comment', { tag: '@nightly' }, async ({
  page,
}) => {
  await open(page)
  const content = `${uniqueText('Written at length')} ${'and on '.repeat(650)}`
  const left = mainForm(page).getByText(/characters left/)
  await mainForm(page).getByRole('textbox', { name: 'Comment' }).fill(content)
  await expect(left).toBeVisible()
  await write(mainForm(page), { name: 'Ada', text: content })
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  await expect(left).toHaveCount(0)
})
