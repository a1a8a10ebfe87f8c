import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { expect, newAddress, stampPath, withOwnStamps } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import {
  commentOf,
  countInApi,
  mainForm,
  open,
  openMenu,
  path,
  runSql,
  test,
  uniqueText,
  write,
} from './writing'

test('a reader posts, sees the comment, replies, edits it and deletes it, all in place', async ({
  blog,
}) => {
  const content = uniqueText('Written in place')
  const replyText = uniqueText('Answered')
  const editedText = uniqueText('Mended')
  await open(blog)
  await write(mainForm(blog), { name: 'Ada', text: `${content}, with *emphasis*` })
  const comment = commentOf(blog, content)
  await expect(comment.locator('em')).toHaveText('emphasis')
  await expect(comment).toBeFocused()
  await expect(
    blog.getByRole('status').filter({ hasText: 'Your comment has been published.' }),
  ).toBeAttached()
  await expect(comment.locator('time')).toHaveText(/^now$|ago$/)
  await expect(mainForm(blog).getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  expect(await (await blog.request.get(path)).text()).toContain(content)

  await comment.getByRole('link', { name: 'Reply to Ada' }).click()
  const reply = comment.locator('form')
  await expect(reply.getByLabel('Name')).toHaveValue('Ada')
  await expect(reply.getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await write(reply, { text: replyText })
  const nested = blog
    .locator('li')
    .filter({ hasText: content })
    .locator('ol')
    .getByRole('article')
    .filter({ hasText: replyText })
  await expect(nested).toBeFocused()
  await expect(nested.getByText('Your comment has been published.')).toBeInViewport()
  await expect(comment.getByText('Your comment has been published.')).toHaveCount(0)
  await expect(comment.locator('form')).toHaveCount(0)
  // Both stay highlighted, although only one has focus.
  await expect(comment).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

  await (await openMenu(nested)).getByRole('button', { name: 'Edit' }).click()
  await expect(nested.getByRole('textbox', { name: 'Comment' })).toHaveValue(replyText)
  await expect(nested.getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await nested.getByRole('textbox', { name: 'Comment' }).fill(editedText)
  await nested.getByRole('button', { name: 'Save' }).click()
  const changed = commentOf(blog, editedText)
  await expect(changed).toBeFocused()
  await expect(changed.locator('form')).toHaveCount(0)

  await blog.reload()
  const menu = await openMenu(commentOf(blog, editedText))
  await expect(menu.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(menu.getByText('Report')).toBeHidden()
  await (await openMenu(commentOf(blog, editedText)))
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(commentOf(blog, editedText).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await commentOf(blog, editedText).getByRole('button', { name: 'Yes, delete' }).click()
  await expect(commentOf(blog, editedText)).toHaveCount(0)
  await expect(commentOf(blog, content)).toBeFocused()
  expect(await countInApi(blog, editedText)).toBe(0)
})

test('a deleted comment with a reply leaves a placeholder', async ({ blog }) => {
  const content = uniqueText('To be gone')
  const replyText = uniqueText('To stay')
  await open(blog)
  await write(mainForm(blog), { name: 'Ada', text: content })
  await commentOf(blog, content).getByRole('link', { name: 'Reply to Ada' }).click()
  await write(commentOf(blog, content).locator('form'), { text: replyText })
  await expect(commentOf(blog, replyText)).toBeFocused()
  await (await openMenu(commentOf(blog, content))).getByRole('button', { name: 'Delete' }).click()
  await commentOf(blog, content).getByRole('button', { name: 'Yes, delete' }).click()
  await expect(commentOf(blog, content)).toHaveCount(0)
  const item = blog.locator('li').filter({ hasText: replyText }).first()
  await expect(item.getByRole('article').first()).toHaveText('This comment was deleted.')
  await expect(item.getByRole('article').first()).toBeFocused()
})

test('shows a comment immediately, and removes it but keeps its text if rejected', async ({
  page,
}) => {
  const slug = `closing-${randomUUID().slice(0, 8)}`
  await runSql(
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ($1, 'Open when it was read', 'Write.', '2025-10-01')`,
    [slug],
  )
  await page.goto(`/posts/${slug}`)
  await expect(mainForm(page)).toHaveJSProperty('noValidate', true)
  await runSql('UPDATE posts SET comments_closed = true WHERE slug = $1', [slug])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/comments', async (route) => {
    await held
    await route.continue()
  })
  const content = uniqueText('At once')
  await write(mainForm(page), { name: 'Ada', text: content })
  const sending = page.locator('article[aria-busy]')
  await expect(sending).toContainText(content)
  await expect(mainForm(page).getByRole('button', { name: 'Sending…' })).toBeDisabled()
  release()
  await expect(sending).toHaveCount(0)
  await expect(mainForm(page).getByRole('status')).toHaveText('Comments on this post are closed.')
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue(content)
})

test('announces a held comment and shows it only to its author, even after a reload', async ({
  page,
}) => {
  await open(page)
  const content = uniqueText('Held')
  await write(mainForm(page), {
    name: 'Ada',
    text: `${content} [url=https://a.example]shoes[/url]`,
  })
  const notice = page.getByRole('status').filter({ hasText: 'Your comment will appear' })
  await expect(notice).toBeVisible()
  await expect(notice).toBeFocused()
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  expect(await countInApi(page, content)).toBe(0)
  const held = page.getByRole('article').filter({ hasText: content })
  await expect(held).toContainText('Awaiting moderation')
  await page.reload()
  await expect(held).toContainText('Awaiting moderation')
  await expectAccessible(page)
  await runSql('UPDATE comments SET status = $1 WHERE content LIKE $2', [
    'published',
    `${content}%`,
  ])
  await page.reload()
  // The script removes the mark from the browser. The page itself may show the comment by then.
  const stored = () => page.evaluate(() => localStorage.getItem('afterword:comments'))
  await expect.poll(stored).not.toContain('"held"')
  await expect(held.getByText('Awaiting moderation')).toHaveCount(0)
})

test('shows a held reply below its comment', async ({ page }) => {
  await open(page)
  const content = uniqueText('Answered')
  const replyText = uniqueText('Held')
  await write(mainForm(page), { name: 'Ada', text: content })
  await write(mainForm(page), { text: uniqueText('Last') })
  const comment = commentOf(page, content)
  await comment.getByRole('link', { name: 'Reply to Ada' }).click()
  await write(comment.locator('form'), { text: `${replyText} [url=https://a.example]shoes[/url]` })
  const item = page.locator('#comments li').filter({ hasText: content })
  await expect(item).toContainText('Awaiting moderation')
  await page.reload()
  await expect(item).toContainText(replyText)
})

test('on a phone, a long name fits its comment, replies to it and their form', {
  tag: '@nightly',
}, async ({ page }) => {
  const author_name = 'long'.repeat(20)
  let parent_id: number | undefined
  let content = ''
  // A reply to the deepest level names the author of the comment that it replies to.
  for (let depth = 1; depth <= 7; depth++) {
    content = uniqueText('Nested')
    const response = await page.request.post('/api/comments', {
      data: { slug: path.slice('/posts/'.length), author_name, content, parent_id },
      headers: { 'X-Forwarded-For': newAddress() },
    })
    const sent: { id: number; status: string } = await response.json()
    expect(sent.status).toBe('published')
    parent_id = sent.id
  }
  await page.setViewportSize({ width: 320, height: 800 })
  await open(page)
  const last = commentOf(page, content)
  await expect(last).toContainText(`in reply to ${author_name}`)
  // Replies have smaller avatars.
  const topAvatar = page.locator('article.comment .avatar').first()
  expect((await last.locator('.avatar').first().boundingBox())?.width).toBeLessThan(
    (await topAvatar.boundingBox())?.width ?? 0,
  )
  await last.getByRole('link', { name: `Reply to ${author_name}`, exact: true }).click()
  await expect(last.locator('form')).toContainText(`Reply to ${author_name}`)
  // The form is indented behind a line.
  await expect(last.locator('form')).toHaveCSS('border-left-width', '2px')
  // The focus has the colour of the text, not that of errors.
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  await expect(last.locator('form :focus')).toHaveCSS('outline-color', ink)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
})

test('keeps the text of an edit while another form is open', async ({ page }) => {
  await open(page)
  const content = uniqueText('To be edited')
  await write(mainForm(page), { name: 'Ada', text: content })
  const comment = commentOf(page, content)
  const edit = async () => (await openMenu(comment)).getByRole('button', { name: 'Edit' }).click()
  const field = comment.getByRole('textbox', { name: 'Comment' })
  await edit()
  await field.fill('Half of a better text')
  await comment.getByRole('link', { name: 'Reply to Ada' }).click()
  // Only one form is open at a time.
  await expect(comment.locator('form')).toHaveCount(1)
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await edit()
  await expect(field).toHaveValue('Half of a better text')
  await comment.getByRole('button', { name: 'Save' }).click()
  await expect(commentOf(page, 'Half of a better text')).toBeFocused()
})

test('a click on the line beside replies collapses them', async ({ page }) => {
  await open(page)
  const content = uniqueText('Collapsed')
  const replyText = uniqueText('Reply')
  await write(mainForm(page), { name: 'Ada', text: content })
  await commentOf(page, content).getByRole('link', { name: 'Reply to Ada' }).click()
  await write(commentOf(page, content).locator('form'), { text: replyText })
  const reply = commentOf(page, replyText)
  await expect(reply).toBeVisible()
  const branch = page.locator('li').filter({ hasText: content }).locator('.branch')
  await branch.locator('> summary').click({ position: { x: 4, y: 40 } })
  await expect(reply).toBeHidden()
  await expect(branch.getByText('1 reply')).toBeVisible()
})

test('links to the reader’s comments from the notice of a held comment', {
  tag: '@nightly',
}, async ({ page }) => {
  await open(page)
  const content = uniqueText('Held too')
  await write(mainForm(page), {
    name: 'Ada',
    text: `${content} [url=https://a.example]shoes[/url]`,
  })
  const notice = page.getByRole('status').filter({ hasText: 'Your comment will appear' })
  await notice.getByRole('link', { name: 'View your comments' }).click()
  await expect(page).toHaveURL(/\/privacy\/your-data$/)
})

test('announces a held edit and keeps the published comment', { tag: '@nightly' }, async ({
  page,
}) => {
  await open(page)
  const content = uniqueText('Held when changed')
  await write(mainForm(page), { name: 'Ada', text: content })
  await (await openMenu(commentOf(page, content))).getByRole('button', { name: 'Edit' }).click()
  await commentOf(page, content)
    .getByRole('textbox', { name: 'Comment' })
    .fill('Better [url=https://a.example]shoes[/url]')
  await commentOf(page, content).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your edit will appear' })).toBeAttached()
  await expect(commentOf(page, content)).toBeFocused()
  expect(await countInApi(page, content)).toBe(1)
})

test('stamps the form on first interaction and sends the stamp with the comment', async ({
  page,
}) => {
  await withOwnStamps(page)
  await open(page)
  const stamped = page.waitForResponse(stampPath)
  await mainForm(page).getByLabel('Name').focus()
  const { stamp } = await (await stamped).json()
  const posted = page.waitForRequest('**/api/comments')
  await write(mainForm(page), { name: 'Ada', text: uniqueText('Stamped') })
  expect((await posted).postDataJSON()).toMatchObject({ stamp, website: '' })
  expect(stamp).toMatch(/^[0-9a-z]+\.[\w-]{16}\.[\w-]{43}$/)
})

test('the honeypot is invisible, unfocusable and hidden from assistive technology', async ({
  page,
}) => {
  await open(page)
  const honeypot = mainForm(page).locator('[name=website]')
  await expect(honeypot).not.toBeInViewport()
  await expect(mainForm(page).getByRole('textbox')).toHaveCount(3)
  await mainForm(page).getByLabel('Name').focus()
  const reached: string[] = []
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? ''))
  }
  expect(reached).toContain('content')
  expect(reached).not.toContain('website')
})

test('formats text with buttons and shortcuts, and the browser can undo it', async ({ page }) => {
  await open(page)
  const text = mainForm(page).getByRole('textbox', { name: 'Comment' })
  const toolbar = mainForm(page).getByRole('toolbar', { name: 'Formatting' })
  await expect(toolbar).toHaveCount(0)
  const height = async () => (await mainForm(page).boundingBox())?.height
  const before = await height()
  await text.pressSequentially('one two')
  await toolbar.waitFor()
  expect(await height()).toBe(before)
  await text.selectText()
  await page.keyboard.press('ControlOrMeta+b')
  await expect(text).toHaveValue('**one two**')
  await toolbar.getByRole('button', { name: 'Italic' }).click()
  await expect(text).toHaveValue('**_one two_**')
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).toHaveValue('one two')
  await text.selectText()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('https://a.example/')
  await expect(text).toHaveValue('[one two](https://a.example/)')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(toolbar.getByRole('button', { name: 'Quote' })).toBeFocused()
  await expectAccessible(page)
})

test('a reply quotes the selected text of its comment, with a pointer or the keyboard', {
  tag: '@nightly',
}, async ({ page }) => {
  await open(page)
  const content = uniqueText('To be quoted')
  await write(mainForm(page), { name: 'Ada', text: `${content}\n\nSecond.` })
  const comment = commentOf(page, content)
  await expect(comment).toBeFocused()
  const select = (part: 'p' | 'h3') =>
    comment
      .locator(part)
      .first()
      .evaluate((element) => getSelection()?.selectAllChildren(element))
  const link = comment.getByRole('link', { name: 'Reply to Ada' })
  const reply = comment.getByRole('textbox', { name: 'Comment' })
  await select('p')
  await link.click()
  await expect(reply).toHaveValue(`> ${content}\n\n`)
  await expect(reply).toBeFocused()
  await page.keyboard.type('Yes.')
  await expect(reply).toHaveValue(`> ${content}\n\nYes.`)
  await page.keyboard.press('Escape')
  // The draft is kept. The name of the author is not quoted.
  await select('h3')
  await link.press('Enter')
  await expect(reply).toHaveValue(`> ${content}\n\nYes.`)
  await page.keyboard.press('Escape')
  await select('p')
  await link.press('Enter')
  await expect(reply).toHaveValue(`> ${content}\n\nYes.\n\n> ${content}\n\n`)
})

test('the Preview button keeps focus while the preview loads', { tag: '@nightly' }, async ({
  blog,
}) => {
  await open(blog)
  await mainForm(blog).getByRole('textbox', { name: 'Comment' }).fill('Some *words*.')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await blog.route(path, async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const button = mainForm(blog).getByRole('button', { name: 'Preview' })
  await button.focus()
  await blog.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toBeFocused()
  release()
  await expect(blog.getByRole('region', { name: 'Preview' }).locator('em')).toHaveText('words')
  await expect(button).toBeFocused()
  await blog.keyboard.press('Enter')
  await expect(mainForm(blog).getByRole('textbox', { name: 'Comment' })).toBeVisible()
})

test.describe('the time of a comment', () => {
  test.use({ hasTouch: true, timezoneId: 'UTC' })

  test('is relative within a week, then a date, with the exact time on focus or tap', async ({
    blog,
  }) => {
    await runSql(
      `INSERT INTO comments (post_id, status, author_name, content, created_at)
       SELECT id, 'published', 'Ada', said, written::timestamptz
         FROM posts, (VALUES ('Last night', '2026-03-29T23:30Z'), ('Days ago', '2026-03-24T00:10Z'),
           ('Long ago', '2026-03-23T23:50Z')) AS given(said, written)
        WHERE slug = $1`,
      [path.slice('/posts/'.length)],
    )
    await blog.clock.install({ time: new Date('2026-03-30T12:00:00Z') })
    await blog.goto(path)
    await blog.clock.runFor(1_000)
    const linkOf = (content: string) => commentOf(blog, content).locator('header').getByRole('link')
    await expect(linkOf('Last night').locator('time')).toHaveText('yesterday')
    await expect(linkOf('Days ago').locator('time')).toHaveText('6 days ago')
    await expect(linkOf('Long ago').locator('time')).toHaveText('Mar 23, 2026')
    // CSS shows the title after the age.
    const exactOf = (content: string) =>
      linkOf(content)
        .locator('time')
        .evaluate((time: HTMLElement) => [getComputedStyle(time, '::after').content, time.title])
    expect(await exactOf('Last night')).toEqual(['none', 'Mar 29, 2026, 23:30 UTC'])
    await linkOf('Last night').focus()
    const shown = (exact: string) => [`" · ${exact}"`, exact]
    expect(await exactOf('Last night')).toEqual(shown('Mar 29, 2026, 23:30 UTC'))
    const other = shown('Mar 24, 2026, 00:10 UTC')
    await linkOf('Days ago').tap()
    await expect.poll(() => exactOf('Days ago')).toEqual(other)
    await blog.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    )
    expect(await exactOf('Days ago')).toEqual(other)
  })
})

/** Handles requests for scripts that the page loads later, such as the code of the form. */
async function routeLaterScripts(page: Page, handle: (route: Route) => Promise<void>) {
  const html = await (await page.request.get(path)).text()
  const isLater = (url: URL) => url.pathname.includes('/chunks/') && !html.includes(url.pathname)
  await page.route(isLater, handle)
  return isLater
}

test('keeps text typed before the code of the form loads', async ({ page }) => {
  const content = uniqueText('Early')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isLater = await routeLaterScripts(page, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path)
  const field = mainForm(page).getByRole('textbox', { name: 'Comment' })
  await mainForm(page).getByLabel('Name').fill('Ada')
  await field.fill(content)
  const loaded = page.waitForResponse((response) => isLater(new URL(response.url())))
  release()
  await loaded
  // The form is not replaced while the reader types.
  await expect(field).toBeFocused()
  await expect(mainForm(page)).toHaveJSProperty('noValidate', false)
  await field.blur()
  await expect(mainForm(page)).toHaveJSProperty('noValidate', true)
  await expect(mainForm(page).getByLabel('Name')).toHaveValue('Ada')
  await expect(field).toHaveValue(content)
  await page.reload()
  await expect(field).toHaveValue(content)
})

test('posts without the code of the form, which the next focus loads', { tag: '@nightly' }, async ({
  page,
}) => {
  const isLater = await routeLaterScripts(page, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => isLater(new URL(request.url())))
  await page.goto(path)
  await failed
  const content = uniqueText('Plainly')
  await write(mainForm(page), { name: 'Ada', text: content })
  await expect(page.locator('main')).toContainText(content)
  await page.goto(path)
  await page.unroute(isLater)
  await mainForm(page).getByLabel('Name').focus()
  await mainForm(page).getByLabel('Name').blur()
  await expect(mainForm(page)).toHaveJSProperty('noValidate', true)
})

test('does not look up a comment for a link to a heading of the post', { tag: '@nightly' }, async ({
  page,
}) => {
  await runSql('UPDATE posts SET content = $2 WHERE slug = $1', [
    path.slice('/posts/'.length),
    '## Über uns\n\nWords.',
  ])
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto(`${path}#${encodeURIComponent('über-uns')}`)
  await expect(page.getByRole('heading', { name: 'Über uns', exact: true })).toBeInViewport()
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await expect(mainForm(page)).toHaveJSProperty('noValidate', true)
  expect(paths).not.toContain('/api/comments/anchors')
})
