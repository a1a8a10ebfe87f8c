import { expect, isWholeMatrix } from '@/e2e/support/blog'
import {
  becomeModerator,
  card,
  expectPublic,
  openAdmin,
  publicContent,
  readerOf,
  signIn,
  test,
  toast,
} from './admin'

test.describe('signed in with the form', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('moderates by keyboard with undo, replies, blocks an author and closes a post', async ({
    blog,
    browser,
    admin,
  }) => {
    test.setTimeout(90_000)
    const ids: number[] = []
    const count = isWholeMatrix ? 20 : 10
    for (let n = 0; n < count; n++)
      ids.push(await admin.add({ author: `Reader ${n}`, content: `Number ${n}` }))
    const newestFirst = ids.toReversed()
    const reader = await readerOf(browser)
    const published = new Set<number>()
    // An action commits before it invalidates cached pages, so the test may see the commit first.
    const expectSeen = () =>
      expect(() =>
        expectPublic(
          reader.request,
          admin.slug,
          ids.filter((id) => published.has(id)),
        ),
      ).toPass({ timeout: 10_000 })

    await signIn(blog, `/admin/comments?search=${admin.word}`)
    await expect(blog.locator('.admin-comment')).toHaveCount(count)
    await blog.keyboard.press('j')
    const keys = ['a', 'a', 's', 'a', 'd']
    for (const [at, id] of newestFirst.entries()) {
      await expect(card(blog, id)).toBeFocused()
      const key = keys[at % keys.length] ?? 'a'
      await blog.keyboard.press(key)
      await expect(card(blog, id)).toBeHidden()
      await expect
        .poll(
          async () =>
            (await admin.sql('SELECT status FROM comments WHERE id = $1', [id]))[0]?.status,
        )
        .not.toBe('pending')
      if (key === 'a') published.add(id)
      await expectSeen()
    }
    await expect(blog.getByText('No comments awaiting moderation.')).toBeVisible()

    for (const id of newestFirst.slice(-2).toReversed()) {
      await blog.keyboard.press('u')
      await expect(card(blog, id)).toBeVisible()
      published.delete(id)
      await expect
        .poll(
          async () =>
            (await admin.sql('SELECT status FROM comments WHERE id = $1', [id]))[0]?.status,
        )
        .toBe('pending')
      await expectSeen()
    }

    const repliedTo = newestFirst.at(-2) ?? 0
    await expect(card(blog, repliedTo)).toBeFocused()
    await blog.keyboard.press('r')
    await expect(card(blog, repliedTo).getByLabel('Your reply')).toBeFocused()
    await blog.keyboard.type(`Answered ${admin.word}`)
    await card(blog, repliedTo).getByRole('button', { name: 'Approve and reply' }).click()
    await expect(card(blog, repliedTo)).toHaveCount(0)
    await expect(toast(blog)).toContainText(
      `your reply has been published on “On ${admin.word}”. View reply`,
    )
    await reader.goto(`/posts/${admin.slug}`)
    const reply = reader.locator('article.comment').filter({ hasText: `Answered ${admin.word}` })
    await expect(reply).toContainText('Author')
    await expect(reader.locator(`#comment-${repliedTo}`)).toBeVisible()

    const blocked = newestFirst.at(-1) ?? 0
    await card(blog, blocked).getByText('More').click()
    await card(blog, blocked).getByText('Block the author').click()
    await card(blog, blocked).getByRole('combobox', { name: 'Block by' }).selectOption('network')
    await card(blog, blocked).getByRole('button', { name: 'Block', exact: true }).click()
    await expect(toast(blog).filter({ hasText: 'The author has been blocked.' })).toBeVisible()
    expect(
      await admin.sql(`SELECT kind, note FROM comment_blocks WHERE value = $1`, [
        `network of ${admin.word}`,
      ]),
    ).toEqual([{ kind: 'network', note: `comment ${blocked}` }])

    await expect(reader.locator('#comments > .comment-form')).toBeVisible()
    await card(blog, blocked).getByText('More').click()
    await card(blog, blocked).getByRole('link', { name: 'Comments on the same post' }).click()
    await expect(
      blog.getByRole('heading', { name: `Comments on “On ${admin.word}”` }),
    ).toBeVisible()
    await blog.getByRole('button', { name: 'Close comments' }).click()
    const closed = toast(blog).filter({ hasText: `Comments on “On ${admin.word}” are closed.` })
    await closed.getByRole('button', { name: 'Undo' }).click()
    await expect(
      toast(blog).filter({ hasText: `Comments on “On ${admin.word}” are open.` }),
    ).toBeVisible()
    await blog.getByRole('button', { name: 'Close comments' }).click()
    await expect(closed).toBeVisible()
    await reader.reload()
    await expect(reader.getByRole('heading', { name: 'Comments are closed' })).toBeVisible()
    await expect(reader.locator('#comments > .comment-form')).toHaveCount(0)
    const refused = await reader.request.post('/api/comments', {
      data: { slug: admin.slug, content: 'Late', author_name: 'Ada' },
    })
    expect(refused.status()).toBe(403)
    await reader.context().close()
  })
})

test('the dashboard lists pending comments, views today and unfinished posts', async ({
  blog,
  admin,
}) => {
  await admin.add({ author: 'Reader Dora' })
  const title = `Unfinished ${admin.word}`
  await admin.sql(
    `INSERT INTO posts (slug, title, content, draft, published_at, updated_at)
     VALUES ($1, $2, '', true, now(), now() + interval '1 hour')`,
    [`unfinished-${admin.word}`, title],
  )
  await openAdmin(blog, '/admin')
  const section = (name: string) => blog.getByRole('region', { name, exact: true })
  await expect(section('Needs your attention')).toContainText(/Review \d+ pending comments?/)
  await expect(section('Views today')).toContainText(/\d+ views?/)
  await expect(section('Drafts').getByRole('link', { name: title })).toBeVisible()
  const newPost = blog
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'New post' })
  await expect(newPost.locator('svg')).not.toHaveCSS('stroke', 'none')
  await admin.sql('DELETE FROM posts WHERE title = $1', [title])
})

test('has its own frame, with one row of links on a phone', async ({ blog, admin }) => {
  await blog.setViewportSize({ width: 390, height: 844 })
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await expect(blog.getByRole('contentinfo')).toHaveCount(0)
  await expect(blog.getByRole('navigation', { name: 'Blog' })).toHaveCount(0)
  const navigation = blog.getByRole('navigation', { name: 'Admin' })
  await expect(navigation.getByRole('link')).toHaveCount(8)
  const row = await navigation.getByRole('list').boundingBox()
  const link = await navigation.getByRole('link', { name: 'Posts' }).boundingBox()
  expect(row?.height).toBeLessThan((link?.height ?? 0) * 2)
})

test('moderates several selected comments at once and undoes all of them', async ({
  blog,
  admin,
}) => {
  const ids = [await admin.add(), await admin.add(), await admin.add()]
  await becomeModerator(blog, admin)
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await blog.keyboard.press('j')
  await blog.keyboard.press('x')
  await blog.keyboard.press('j')
  await blog.keyboard.press('x')
  await blog.keyboard.press('s')
  await expect(toast(blog)).toHaveText('2 comments marked as spam.')
  await expect(blog.locator('.admin-comment')).toHaveCount(1)
  // The last decision is read from the database, so it can be undone after a reload.
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await expect(blog.locator('.admin-comment')).toHaveCount(1)
  await blog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(toast(blog)).toHaveText('Decision undone for 2 comments.')
  await expect(blog.locator('.admin-comment')).toHaveCount(3)
  expect(await admin.sql(`SELECT DISTINCT status FROM comments WHERE id = ANY($1)`, [ids])).toEqual(
    [{ status: 'pending' }],
  )
})

test('keeps an unsent reply when its comment is moderated', async ({ blog, admin }) => {
  const [id, other] = [await admin.add(), await admin.add()]
  await becomeModerator(blog, admin)
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await card(blog, id).focus()
  await blog.keyboard.press('r')
  await blog.keyboard.type('A long answer')
  await blog.locator('#admin-bulk input[type="checkbox"]').check()
  await blog.locator('#admin-bulk [value="spam"]').click()
  await expect(toast(blog)).toHaveText(
    '1 comment marked as spam. Comments with an unsent reply or edit were skipped.',
  )
  await expect(card(blog, other)).toBeHidden()
  await expect(card(blog, id).getByLabel('Your reply')).toHaveValue('A long answer')
})

test('undoes the last decision after a failed undo, and after “Approve and reply”', {
  tag: '@nightly',
}, async ({ blog, admin }) => {
  const [first, second] = [await admin.add(), await admin.add()]
  await becomeModerator(blog, admin)
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  const statusOf = async (id: number) =>
    (await admin.sql('SELECT status FROM comments WHERE id = $1', [id]))[0]?.status
  await card(blog, first).focus()
  await blog.keyboard.press('s')
  await expect.poll(() => statusOf(first)).toBe('spam')
  await expect(toast(blog)).toContainText('marked as spam')
  // A response that does not come from the action, such as that of a proxy.
  await blog.route('**/admin/comments**', (route) => route.fulfill({ body: '' }), { times: 1 })
  await blog.keyboard.press('u')
  await expect(toast(blog)).toContainText('onnection')
  await blog.keyboard.press('u')
  await expect.poll(() => statusOf(first)).toBe('pending')

  await card(blog, first).focus()
  await blog.keyboard.press('s')
  await expect.poll(() => statusOf(first)).toBe('spam')
  await card(blog, second).focus()
  await blog.keyboard.press('r')
  await blog.keyboard.type('Answered')
  await card(blog, second).getByRole('button', { name: 'Approve and reply' }).click()
  await expect.poll(() => statusOf(second)).toBe('published')
  await expect(toast(blog)).toContainText('your reply has been published')
  await blog.keyboard.press('Escape')
  await blog.keyboard.press('u')
  await expect.poll(() => statusOf(second)).toBe('pending')
  expect(await statusOf(first)).toBe('spam')
})

test('tells the second moderator who decided first, and shows the current comment', {
  tag: '@nightly',
}, async ({ blog, admin }) => {
  const id = await admin.add()
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await admin.sql(
    `WITH first AS (INSERT INTO staff (id, name, email, role)
     VALUES ('max', 'Max', 'max@sealed.invalid', 'moderator') ON CONFLICT (id) DO UPDATE
       SET name = 'Max' RETURNING id)
     INSERT INTO comment_judgements (comment_id, from_status, to_status, staff_id, version)
     SELECT comments.id, 'pending', 'spam', first.id,
       left(encode(sha256(convert_to(length(comments.content) || ':' || comments.content
       || coalesce(':' || comments.waiting_content, ''), 'UTF8')), 'hex'), 32) FROM first, comments
       WHERE comments.id = $1`,
    [id],
  )
  await admin.sql(`UPDATE comments SET status = 'spam' WHERE id = $1`, [id])
  await blog.keyboard.press('j')
  await blog.keyboard.press('a')
  await expect(toast(blog)).toContainText('Max has already marked this comment as spam')
  await expect(card(blog, id)).toHaveCount(0)
  await expectPublic(blog.request, admin.slug, [])
})

test('keeps the comment in the list if the decision does not reach the server', {
  tag: '@nightly',
}, async ({ page, admin }) => {
  const id = await admin.add()
  await openAdmin(page, `/admin/comments?search=${admin.word}`)
  await page.context().setOffline(true)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(toast(page)).toContainText('Connection lost')
  await expect(card(page, id)).toBeFocused()
})

test('adds new comments without a reload, and asks first if the list has focus', async ({
  blog,
  admin,
}) => {
  await blog.clock.install()
  const first = await admin.add()
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await expect(card(blog, first)).toBeVisible()
  const second = await admin.add()
  await blog.clock.runFor(16_000)
  await expect(card(blog, second)).toBeVisible()
  await card(blog, first).focus()
  const third = await admin.add()
  await blog.clock.runFor(16_000)
  await blog.getByRole('button', { name: 'Show 1 new comment' }).click()
  await expect(card(blog, third)).toBeVisible()

  // A reply that was begun, but has no focus, stays even if its comment changes.
  await card(blog, first).getByText('Reply to').click()
  const reply = card(blog, first).getByLabel('Your reply')
  await reply.fill('Half an answer')
  await reply.blur()
  await blog.evaluate(() => scrollTo(0, 0))
  await admin.sql(`UPDATE comments SET content = content || ' more' WHERE id = $1`, [first])
  await admin.add()
  await blog.clock.runFor(16_000)
  await expect(blog.getByRole('button', { name: 'Show 1 new comment' })).toBeVisible()
  await expect(reply).toHaveValue('Half an answer')
})

test('shows a pending edit next to the published text', { tag: '@nightly' }, async ({
  blog,
  admin,
}) => {
  const id = await admin.add({
    status: 'published',
    content: 'Before',
    waiting: `After ${admin.word}`,
  })
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await expect(card(blog, id)).toContainText('Before')
  await expect(card(blog, id)).toContainText('After')
  expect((await publicContent(blog.request, admin.slug)).page).not.toContain(`After ${admin.word}`)
  await card(blog, id).getByRole('button', { name: 'Approve the edit' }).click()
  await expect(card(blog, id)).toHaveCount(0)
  await expect
    .poll(async () => (await publicContent(blog.request, admin.slug)).page)
    .toContain(`After ${admin.word}`)
})

test('marks an edit by the owner visibly and pins one comment to the top', {
  tag: '@nightly',
}, async ({ blog, admin }) => {
  const first = await admin.add({ status: 'published', author: 'Ada' })
  const second = await admin.add({ status: 'published', author: 'Ben' })
  await openAdmin(blog, `/admin/comments?status=published&search=${admin.word}`)
  await card(blog, first).focus()
  await blog.keyboard.press('e')
  await card(blog, first).getByRole('textbox').fill(`Mended ${admin.word}`)
  await card(blog, first).getByRole('button', { name: 'Save' }).click()
  await expect(card(blog, first)).toContainText('edited by the owner')
  await card(blog, second).focus()
  await blog.keyboard.press('p')
  await expect(card(blog, second)).toContainText('pinned')
  await blog.goto(`/posts/${admin.slug}`)
  await expect(blog.locator('article.comment').first()).toContainText('Pinned')
  await expect(blog.locator('article.comment').first()).toHaveAttribute('id', `comment-${second}`)
  await expect(blog.locator(`#comment-${first}`)).toContainText('edited by the owner')
  const { comments } = await (await blog.request.get(`/api/comments?slug=${admin.slug}`)).json()
  expect(comments.map(({ id }: { id: number }) => id)).toEqual([first, second])
})

test('sends a reply and saves an edit with Ctrl+Enter', async ({ blog, admin }) => {
  const id = await admin.add({ status: 'published' })
  await openAdmin(blog, `/admin/comments?status=published&search=${admin.word}`)
  await blog.keyboard.press('?')
  await expect(blog.getByRole('dialog')).toContainText('Ctrl+EnterSend a reply or save an edit')
  await blog.keyboard.press('Escape')

  await card(blog, id).focus()
  await blog.keyboard.press('r')
  await blog.keyboard.press('Control+Enter')
  await expect(card(blog, id).getByLabel('Your reply')).toBeFocused()
  await blog.keyboard.type(`Answered ${admin.word}`)
  await blog.keyboard.press('Control+Enter')
  await expect(toast(blog)).toContainText('Your reply has been published')
  await expect(card(blog, id)).toBeFocused()
  await blog.keyboard.press('e')
  await card(blog, id).getByRole('textbox', { name: 'Text' }).fill(`Mended ${admin.word}`)
  await blog.keyboard.press('Meta+Enter')
  await expect(card(blog, id)).toContainText('edited by the owner')
})

test('lists the keyboard shortcuts in the help and turns them off', { tag: '@nightly' }, async ({
  blog,
  admin,
}) => {
  const id = await admin.add()
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await blog.keyboard.press('?')
  const dialog = blog.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('Approve')
  await dialog.getByLabel('Enable keyboard shortcuts').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await blog.keyboard.press('j')
  await expect(card(blog, id)).not.toBeFocused()
})
