import type { Page } from '@playwright/test'
import { expect, test } from './paste'

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Card' }).getByRole('button', { name })

/** Opens the editor with one loaded card. */
async function openCard(
  page: Page,
  editor: {
    open: (text: string) => Promise<void>
    paste: (text: string) => Promise<void>
    urlOf: (kind: 'good') => string
  },
  text = '',
) {
  await editor.open(text)
  const url = editor.urlOf('good')
  await editor.paste(url)
  await expect(page.locator('.editor-card[data-state="done"]')).toBeVisible()
  return url
}

test.describe('the tools of a card', () => {
  test('edits the title and description as one undo step', async ({ page, editor }) => {
    const url = await openCard(page, editor)
    const before = await editor.cards.boundingBox()
    await tool(page, 'Edit title').click()
    expect(await editor.cards.boundingBox()).toEqual(before)
    await editor.cards.getByLabel('Title', { exact: true }).fill('A "better" {title}')
    await editor.cards.getByLabel('Description', { exact: true }).fill('')
    await page.keyboard.press('Tab')
    await editor.cards.getByRole('button', { name: 'Save' }).click()
    await expect(editor.cards).toContainText('A "better" {title}')
    await expect(editor.cards.locator('.link-card-description')).toHaveCount(0)
    expect((await editor.text()).trim()).toBe(
      `::link-card{url="${url}" title="A &quot;better&quot; {title}" description=""}`,
    )
    await expect(page.locator('.cm-content')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(editor.cards).toContainText('Page /good-')
    expect((await editor.text()).trim()).toBe(url)
    expect(editor.requested).toEqual([url])
  })

  test('Escape closes the form and leaves the text unchanged', async ({ page, editor }) => {
    const url = await openCard(page, editor)
    await tool(page, 'Edit title').click()
    await editor.cards.getByLabel('Title', { exact: true }).fill('Other')
    await page.keyboard.press('Escape')
    await expect(editor.cards.getByLabel('Title', { exact: true })).toHaveCount(0)
    await expect(page.locator('.cm-content')).toBeFocused()
    expect((await editor.text()).trim()).toBe(url)
  })

  test('removes the image and restores it', async ({ page, editor }) => {
    const url = await openCard(page, editor)
    await expect(editor.cards.locator('.link-card-image')).toBeVisible()
    await tool(page, 'Remove image').click()
    await expect(editor.cards.locator('.link-card-image')).toHaveCount(0)
    expect((await editor.text()).trim()).toBe(`::link-card{url="${url}" image="false"}`)
    await tool(page, 'Show image').click()
    await expect(editor.cards.locator('.link-card-image')).toBeVisible()
    expect((await editor.text()).trim()).toBe(url)
  })

  test('refreshing fetches the page again', async ({ page, editor }) => {
    const url = await openCard(page, editor)
    const renewed = page.waitForResponse((response) => response.url().includes('anew=yes'))
    await tool(page, 'Refresh').click()
    expect((await renewed).status()).toBe(200)
    await expect(page.locator('.editor-card[data-state="done"]')).toBeVisible()
    expect(editor.requested).toEqual([url, url])
  })

  test('keeps the card and shows an error if a refresh fails, then refreshes on retry', async ({
    page,
    editor,
  }) => {
    await openCard(page, editor)
    const failed = tool(page, 'Refresh failed. Try again')
    const before = await editor.cards.boundingBox()
    const unreachable = { status: 502, json: { detail: 'The page did not answer.' } }
    await page.route('**/admin/link-preview?*', (route) => route.fulfill(unreachable), { times: 1 })
    await tool(page, 'Refresh').click()
    await expect(failed).toBeFocused()
    await expect(failed).toHaveAttribute('title', /The page did not answer\.$/)
    await expect(editor.cards).toContainText('Page /good-')
    expect(await editor.cards.boundingBox()).toEqual(before)
    await page.keyboard.press('Enter')
    await expect(failed).toHaveCount(0)
    await expect(tool(page, 'Refresh')).toBeFocused()
    await expect(page.locator('.editor-card[data-state="done"]')).toBeVisible()
  })

  test('converts the card to a text link, and undo restores it', async ({ page, editor }) => {
    const url = await openCard(page, editor)
    const title = (await editor.cards.locator('.link-card-title').textContent()) ?? ''
    await tool(page, 'Convert to link').click()
    await expect(editor.cards).toHaveCount(0)
    expect((await editor.text()).trim()).toBe(`[${title}](${url})`)
    await expect(page.locator('.cm-content')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(editor.cards).toHaveCount(1)
  })

  test('copies its URL', async ({ page, editor }) => {
    const url = await openCard(page, editor)
    await tool(page, 'Copy URL').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    await expect(tool(page, 'Copied')).toBeVisible()
  })

  test('Alt and an arrow key move it past the next paragraph and back', async ({
    page,
    editor,
  }) => {
    const url = await openCard(page, editor, 'One.\n\n```\ncode\n\nmore\n```\n\n')
    const end = (await editor.text()).slice((await editor.text()).indexOf(url) + url.length)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(editor.cards).toHaveAttribute('data-selected')
    await page.keyboard.press('Alt+ArrowUp')
    expect(await editor.text()).toBe(`One.\n\n${url}\n\n\`\`\`\ncode\n\nmore\n\`\`\`${end}`)
    await page.keyboard.press('Alt+ArrowUp')
    expect(await editor.text()).toBe(`${url}\n\nOne.\n\n\`\`\`\ncode\n\nmore\n\`\`\`${end}`)
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    expect(await editor.text()).toBe(`One.\n\n\`\`\`\ncode\n\nmore\n\`\`\`\n\n${url}${end}`)
    expect(editor.requested).toEqual([url])
  })

  test('dragging its handle moves it', async ({ page, editor }) => {
    const url = await openCard(page, editor, 'One.\n\nTwo.\n\n')
    const handle = await tool(page, 'Drag').boundingBox()
    const first = await page.locator('.cm-line', { hasText: 'One.' }).boundingBox()
    if (!handle || !first) throw new Error('the handle or the paragraph is not visible')
    await page.mouse.move(handle.x + 10, handle.y + 10)
    await page.mouse.down()
    await page.mouse.move(first.x + 20, first.y + 30, { steps: 4 })
    await page.mouse.move(first.x + 20, first.y + 1, { steps: 4 })
    await expect(page.locator('.editor-card-place')).toBeVisible()
    await page.mouse.up()
    await expect(page.locator('.editor-card-place')).toHaveCount(0)
    expect((await editor.text()).trim()).toBe(`${url}\n\nOne.\n\nTwo.`)
    await expect(page.locator('.cm-content')).toBeFocused()
  })

  test('works by keyboard: Enter, arrow keys and Escape move the focus', async ({
    page,
    editor,
  }) => {
    await openCard(page, editor)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(tool(page, 'Edit title')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tool(page, 'Remove image')).toBeFocused()
    await expect(editor.cards.getByRole('button').and(page.locator('[tabindex="0"]'))).toHaveCount(
      1,
    )
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await expect(tool(page, 'Move down')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('.cm-content')).toBeFocused()
    await expect(editor.cards).toHaveAttribute('data-selected')
  })

  test('typing while it is selected starts a paragraph below', async ({ page, editor }) => {
    const url = await openCard(page, editor)
    await editor.cards.locator('.link-card').click()
    await expect(editor.cards).toHaveAttribute('data-selected')
    await page.keyboard.type('More words.')
    expect(await editor.text()).toContain(`${url}\n\nMore words.`)
    await expect(editor.cards).toHaveCount(1)
  })
})

test.describe('the saved text', () => {
  test('is the bare URL or the directive, and the page renders both like the editor', async ({
    page,
    editor,
    admin,
  }) => {
    const bare = await openCard(page, editor)
    const changed = editor.urlOf('good')
    await editor.paste(changed)
    await expect(page.locator('.editor-card[data-state="done"]')).toHaveCount(2)
    await tool(page, 'Remove image').last().click()
    await tool(page, 'Edit title').last().click()
    await editor.cards.getByLabel('Title', { exact: true }).fill('In my words')
    await page.keyboard.press('Enter')
    const text = await editor.text()
    expect(text.trim().split('\n\n')).toEqual([
      bare,
      `::link-card{url="${changed}" title="In my words" image="false"}`,
    ])
    await admin.sql('UPDATE posts SET content = $1 WHERE slug = $2', [text, admin.slug])
    await page.goto(`/posts/${admin.slug}`)
    const cards = page.locator('.link-card')
    await expect(cards).toHaveCount(2)
    await expect(cards.first()).toContainText('Page /good-')
    await expect(cards.first().locator('.link-card-image')).toBeVisible()
    await expect(cards.last()).toContainText('In my words')
    await expect(cards.last().locator('.link-card-image')).toHaveCount(0)
    await expect(cards.last().getByRole('link')).toHaveAttribute('href', changed)
  })
})
