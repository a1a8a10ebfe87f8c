import { alerts, expect, firstInGate } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import {
  commentOf,
  countInApi,
  mainForm,
  open,
  openMenu,
  path,
  test,
  uniqueText,
  write,
} from './writing'

for (const [colorScheme, width] of firstInGate([
  ['light', 360],
  ['dark', 1280],
] as const)) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('forms and errors are accessible, do not overflow, and have large enough buttons', async ({
      page,
    }) => {
      const content = uniqueText('Looked at')
      await open(page)
      await write(mainForm(page), { name: 'Ada', text: content })
      await expect(commentOf(page, content)).toBeFocused()
      await (await openMenu(commentOf(page, content)))
        .getByRole('button', { name: 'Delete' })
        .click()
      await commentOf(page, content).getByRole('link', { name: 'Reply' }).click()
      await mainForm(page).getByRole('button', { name: 'Post comment' }).click()
      await expect(mainForm(page).locator('[aria-invalid]')).toHaveCount(1)
      await expectAccessible(page)
      for (const button of await page
        .locator('#comments button:visible, .comment > footer :is(a, summary):visible')
        .all()) {
        const box = await button.boundingBox()
        expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
      }
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader posts, gets the page of the comment, edits and deletes it', async ({ blog }) => {
    const content = uniqueText('Written without JavaScript')
    const editedText = uniqueText('Edited without JavaScript')
    await blog.goto(path)
    await expect(mainForm(blog).getByRole('button', { name: 'Preview' })).toBeHidden()
    await write(mainForm(blog), { name: 'Ada', text: content })
    await expect(blog).toHaveURL(/\/comments\/\d+$/)
    await expect(blog.getByRole('heading', { level: 1 })).toHaveText(
      'Your comment has been published',
    )
    await expect(blog).toHaveTitle(/^Your comment has been published: /)
    await expect(blog.getByRole('article')).toContainText(content)
    const own = blog.url()
    await blog.getByLabel('Edit comment').fill(editedText)
    await blog.getByRole('button', { name: 'Save' }).click()
    await expect(blog).toHaveURL(own)
    await expect(blog.getByRole('article')).toContainText(editedText)
    expect(await (await blog.request.get(path)).text()).toContain(editedText)
    await blog.getByText('Delete comment').click()
    await blog.getByRole('button', { name: 'Yes, delete' }).click()
    await expect(blog).toHaveURL(new RegExp(`${path}#comments$`))
    await expect(commentOf(blog, editedText)).toHaveCount(0)
  })

  test('the reply page quotes the parent comment', async ({ blog }) => {
    const content = uniqueText('Asked without JavaScript')
    const replyText = uniqueText('Answered without JavaScript')
    await blog.goto(path)
    await write(mainForm(blog), { name: 'Ada', text: content })
    await blog.goto(path)
    await commentOf(blog, content).getByRole('link', { name: 'Reply to Ada' }).click()
    await expect(blog.getByRole('heading', { level: 1 })).toHaveText('Reply to Ada')
    await expect(blog.getByRole('blockquote')).toContainText(content)
    await write(blog.getByRole('main').locator('form'), { name: 'Grace', text: replyText })
    await expect(blog).toHaveURL(/\/comments\/\d+$/)
    await blog.goto(path)
    await expect(
      blog.locator('li').filter({ hasText: content }).locator('ol').getByRole('article'),
    ).toContainText(replyText)
  })

  test('an invalid form returns with errors and all typed text', async ({ page }) => {
    await page.goto(path)
    const text = 'x'.repeat(5_001)
    await write(mainForm(page), { name: 'Ada', text })
    await expect(alerts(page)).toContainText('5,000')
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue(text)
    await page.getByRole('link', { name: 'Back to the comments' }).click()
    await expect(page).toHaveURL(new RegExp(`${path}#comments$`))
  })

  test('a double click creates one comment', async ({ page }) => {
    const content = uniqueText('Clicked twice, plainly')
    await page.goto(path)
    await mainForm(page).getByLabel('Name').fill('Ada')
    await mainForm(page).getByRole('textbox', { name: 'Comment' }).fill(content)
    await mainForm(page).getByRole('button', { name: 'Post comment' }).dblclick()
    await expect(page).toHaveURL(/\/comments\/\d+$/)
    expect(await countInApi(page, content)).toBe(1)
  })

  test('only its author can open the page of a comment', { tag: '@nightly' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const content = uniqueText('Mine')
    await page.goto(path)
    await write(mainForm(page), { name: 'Ada', text: content })
    await expect(page).toHaveURL(/\/comments\/\d+$/)
    const response = await page.goto(page.url())
    expect(response?.headers()['cache-control']).toContain('no-store')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    const stranger = await browser.newContext({ ...(baseURL && { baseURL }) })
    const led = await stranger.request.get(page.url(), { maxRedirects: 0 })
    expect(led.status()).toBe(307)
    expect(led.headers().location).toMatch(new RegExp(`^${path}/comments/\\d+#comment-\\d+$`))
    await stranger.close()
  })
})

test('returns 404 for a reply to a missing comment', { tag: '@nightly' }, async ({ page }) => {
  for (const place of [
    '/posts/put-it-on-vercel/comments/999999/reply',
    '/posts/nothing/comments/1/reply',
    '/posts/put-it-on-vercel/comments/x/reply',
    '/comments/999999',
    '/comments/x',
  ]) {
    expect((await page.goto(place))?.status(), place).toBe(404)
  }
})
