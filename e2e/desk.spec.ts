import { randomInt, randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { test as base, expect } from './blog'
import { owner } from './owner'
import { signed } from './sign'

/** A post and a database of one’s own for each test: the heaps of the desk are everybody’s, a search finds one’s own. */
type Desk = {
  slug: string
  word: string
  add: (fields?: { status?: string; author?: string; content?: string; waiting?: string }) => Promise<number>
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const browserCookie = { domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }

const test = base.extend<{ desk: Desk }, { signedIn: State }>({
  // By a row of their own: sign-ins are throttled.
  signedIn: [
    async ({ browserName: _ }, use) => {
      const token = randomUUID()
      const client = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL })
      await client.connect()
      await client.query(
        `INSERT INTO staff_sessions (id, token, staff_id, expires_at) SELECT $1, $1, id, now() + interval '1 day' FROM staff WHERE role = 'owner'`,
        [token],
      )
      await client.end()
      await use({ cookies: [{ ...browserCookie, name: 'session', value: signed('session', token) }], origins: [] })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
  extraHTTPHeaders: async ({ browserName: _ }, use) =>
    use({ 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
  desk: async ({ browserName: _ }, use) => {
    const client = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL })
    await client.connect()
    const word = `w${randomUUID().slice(0, 8)}`
    const slug = `desk-${word}`
    await client.query(`INSERT INTO posts (slug, title, content, tags, published_at) VALUES ($1, $2, 'Words.', '{}', '2025-10-01')`, [
      slug,
      `On ${word}`,
    ])
    const add: Desk['add'] = async ({ status = 'pending', author = 'Ada', content = 'Some words', waiting } = {}) => {
      const { rows } = await client.query(
        `INSERT INTO comments (post_id, status, author_name, content, waiting_content, waiting_since, network_hash, network_key, screening)
         SELECT id, $2::comment_status, $3, $4, $5::text, CASE WHEN $5::text IS NOT NULL THEN now() END, $6, $6, '[{"rule":"links","verdict":"pending","reason":"4 links"}]'
           FROM posts WHERE slug = $1 RETURNING id`,
        [slug, status, author, `${content} ${word}`, waiting, `network of ${word}`],
      )
      return rows[0].id
    }
    await use({ slug, word, add, sql: async (text, values) => (await client.query(text, values)).rows })
    await client.end()
  },
})

async function signIn(page: Page, next: string): Promise<void> {
  await page.goto(next)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Comments by status' })).toBeVisible({ timeout: 20_000 })
}

/** The page with its script at work, where there is one. */
async function openDesk(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
}

const card = (page: Page, id: number) => page.locator(`.desk-comment[data-id="${id}"]`)
const toast = (page: Page) => page.locator('.desk-toast, .desk-notice').filter({ hasText: /\S/ })

/** What the public is told of a post’s comments: by the API, on the page, in the feed, and by the count. */
async function publicWords(request: APIRequestContext, slug: string) {
  const { comments, count } = await (await request.get(`/api/comments?slug=${slug}`)).json()
  const page = await (await request.get(`/posts/${slug}`)).text()
  const feed = await (await request.get(`/posts/${slug}/comments.xml`)).text()
  const heading = /id="comments-heading"[^>]*>([^<]*)</.exec(page)?.[1]
  return { ids: comments.map(({ id }: { id: number }) => id) as number[], count: Number(count), page, feed, heading }
}

async function expectPublic(request: APIRequestContext, slug: string, ids: number[]): Promise<void> {
  const told = await publicWords(request, slug)
  expect(told.ids).toEqual(ids)
  expect(told.count).toBe(ids.length)
  expect([...told.page.matchAll(/<article id="comment-(\d+)"/g)].map(([, id]) => Number(id))).toEqual(ids)
  expect(told.feed.split('<entry>').length - 1).toBe(ids.length)
  expect(told.heading).toBe(ids.length === 0 ? 'No comments yet' : ids.length === 1 ? 'One comment' : `${ids.length} comments`)
}

async function readerOf(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: process.env.BLOG_URL ?? '' })).newPage()
}

test.describe('signed in by hand', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('the owner’s day: twenty comments judged by keyboard, two undone, a reply, a block, and a post closed', async ({
    blog,
    browser,
    desk,
  }) => {
    test.setTimeout(90_000)
    const ids: number[] = []
    for (let n = 0; n < 20; n++) ids.push(await desk.add({ author: `Reader ${n}`, content: `Number ${n}` }))
    const newestFirst = ids.toReversed()
    const reader = await readerOf(browser)
    const published = new Set<number>()
    const expectSeen = () =>
      expectPublic(
        reader.request,
        desk.slug,
        ids.filter((id) => published.has(id)),
      )

    await signIn(blog, `/desk/comments?search=${desk.word}`)
    await expect(blog.locator('.desk-comment')).toHaveCount(20)
    await blog.keyboard.press('j')
    const keys = ['a', 'a', 's', 'a', 'd']
    for (const [at, id] of newestFirst.entries()) {
      await expect(card(blog, id)).toBeFocused()
      const key = keys[at % keys.length] ?? 'a'
      await blog.keyboard.press(key)
      await expect(card(blog, id)).toBeHidden()
      await expect.poll(async () => (await desk.sql('SELECT status FROM comments WHERE id = $1', [id]))[0]?.status).not.toBe('pending')
      if (key === 'a') published.add(id)
      await expectSeen()
    }
    await expect(blog.getByText('Nothing waits for you.')).toBeVisible()

    for (const id of newestFirst.slice(-2).toReversed()) {
      await blog.keyboard.press('u')
      await expect(card(blog, id)).toBeVisible()
      published.delete(id)
      await expect.poll(async () => (await desk.sql('SELECT status FROM comments WHERE id = $1', [id]))[0]?.status).toBe('pending')
      await expectSeen()
    }

    const answered = newestFirst.at(-2) ?? 0
    await expect(card(blog, answered)).toBeFocused()
    await blog.keyboard.press('r')
    await expect(card(blog, answered).getByLabel('Your reply')).toBeFocused()
    await blog.keyboard.type(`Answered ${desk.word}`)
    await card(blog, answered).getByRole('button', { name: 'Approve and reply' }).click()
    await expect(card(blog, answered)).toHaveCount(0)
    await reader.goto(`/posts/${desk.slug}`)
    const reply = reader.locator('article.comment').filter({ hasText: `Answered ${desk.word}` })
    await expect(reply).toContainText('Author')
    await expect(reader.locator(`#comment-${answered}`)).toBeVisible()

    const blocked = newestFirst.at(-1) ?? 0
    await card(blog, blocked).getByText('Block the author').click()
    await card(blog, blocked).getByRole('combobox', { name: 'Known by' }).selectOption('network')
    await card(blog, blocked).getByRole('button', { name: 'Block', exact: true }).click()
    await expect(toast(blog).filter({ hasText: 'The author is blocked.' })).toBeVisible()
    expect(await desk.sql(`SELECT kind, note FROM comment_blocks WHERE value = $1`, [`network of ${desk.word}`])).toEqual([
      { kind: 'network', note: `comment ${blocked}` },
    ])

    await expect(reader.locator('#comments > form')).toBeVisible()
    await card(blog, blocked).getByRole('button', { name: 'Close comments' }).click()
    await expect(toast(blog).filter({ hasText: 'The post takes no more comments.' })).toBeVisible()
    await reader.reload()
    await expect(reader.getByRole('heading', { name: 'This post takes no more comments' })).toBeVisible()
    await expect(reader.locator('#comments > form')).toHaveCount(0)
    const refused = await reader.request.post('/api/comments', { data: { slug: desk.slug, content: 'Late', author_name: 'Ada' } })
    expect(refused.status()).toBe(403)
    await reader.context().close()
  })
})

test('many are chosen and judged at once, and come back with one undo', async ({ blog, desk }) => {
  const ids = [await desk.add(), await desk.add(), await desk.add()]
  await openDesk(blog, `/desk/comments?search=${desk.word}`)
  await blog.keyboard.press('j')
  await blog.keyboard.press('x')
  await blog.keyboard.press('j')
  await blog.keyboard.press('x')
  await blog.keyboard.press('s')
  await expect(toast(blog)).toHaveText('Marked as spam: 2 comments.')
  await expect(blog.locator('.desk-comment')).toHaveCount(1)
  await blog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(blog.locator('.desk-comment')).toHaveCount(3)
  expect(await desk.sql(`SELECT DISTINCT status FROM comments WHERE id = ANY($1)`, [ids])).toEqual([{ status: 'pending' }])
})

test('who is second is told who was first, and sees the comment as it is', async ({ blog, desk }) => {
  const id = await desk.add()
  await openDesk(blog, `/desk/comments?search=${desk.word}`)
  await desk.sql(
    `WITH first AS (INSERT INTO staff (id, name, email, role) VALUES ('max', 'Max', 'max@sealed.invalid', 'moderator') ON CONFLICT (id) DO UPDATE SET name = 'Max' RETURNING id)
     INSERT INTO comment_judgements (comment_id, from_status, to_status, staff_id) SELECT $1, 'pending', 'spam', id FROM first`,
    [id],
  )
  await desk.sql(`UPDATE comments SET status = 'spam' WHERE id = $1`, [id])
  await blog.keyboard.press('j')
  await blog.keyboard.press('a')
  await expect(toast(blog)).toContainText('Max was first and marked it as spam')
  await expect(card(blog, id)).toHaveCount(0)
  await expectPublic(blog.request, desk.slug, [])
})

test('a verdict that does not arrive is taken back', async ({ page, desk }) => {
  const id = await desk.add()
  await openDesk(page, `/desk/comments?search=${desk.word}`)
  await page.context().setOffline(true)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(toast(page)).toContainText('The connection was lost')
  await expect(card(page, id)).toBeFocused()
})

test('new comments join the list without a reload, and wait for a word where somebody is at work', async ({ blog, desk }) => {
  await blog.clock.install()
  const first = await desk.add()
  await openDesk(blog, `/desk/comments?search=${desk.word}`)
  await expect(card(blog, first)).toBeVisible()
  const second = await desk.add()
  await blog.clock.runFor(16_000)
  await expect(card(blog, second)).toBeVisible()
  await card(blog, first).focus()
  const third = await desk.add()
  await blog.clock.runFor(16_000)
  await blog.getByRole('button', { name: '1 new: show it' }).click()
  await expect(card(blog, third)).toBeVisible()
})

test('an edit that waits is judged beside what stands in public', async ({ blog, desk }) => {
  const id = await desk.add({ status: 'published', content: 'Before', waiting: `After ${desk.word}` })
  await openDesk(blog, `/desk/comments?search=${desk.word}`)
  await expect(card(blog, id)).toContainText('Before')
  await expect(card(blog, id)).toContainText('After')
  expect((await publicWords(blog.request, desk.slug)).page).not.toContain(`After ${desk.word}`)
  await card(blog, id).getByRole('button', { name: 'Approve the edit' }).click()
  await expect(card(blog, id)).toHaveCount(0)
  await expect.poll(async () => (await publicWords(blog.request, desk.slug)).page).toContain(`After ${desk.word}`)
})

test('the owner edits with a visible mark, and pins one comment on top', async ({ blog, desk }) => {
  const [first, second] = [await desk.add({ status: 'published', author: 'Ada' }), await desk.add({ status: 'published', author: 'Ben' })]
  await openDesk(blog, `/desk/comments?status=published&search=${desk.word}`)
  await card(blog, first).focus()
  await blog.keyboard.press('e')
  await card(blog, first).getByRole('textbox').fill(`Mended ${desk.word}`)
  await card(blog, first).getByRole('button', { name: 'Save' }).click()
  await expect(card(blog, first)).toContainText('edited by the owner')
  await card(blog, second).focus()
  await blog.keyboard.press('p')
  await expect(card(blog, second)).toContainText('pinned')
  await blog.goto(`/posts/${desk.slug}`)
  await expect(blog.locator('article.comment').first()).toContainText('Pinned')
  await expect(blog.locator('article.comment').first()).toHaveAttribute('id', `comment-${second}`)
  await expect(blog.locator(`#comment-${first}`)).toContainText('edited by the owner')
  const { comments } = await (await blog.request.get(`/api/comments?slug=${desk.slug}`)).json()
  expect(comments.map(({ id }: { id: number }) => id)).toEqual([first, second])
})

test('help lists the keys, and switches them off', async ({ blog, desk }) => {
  const id = await desk.add()
  await openDesk(blog, `/desk/comments?search=${desk.word}`)
  await blog.keyboard.press('?')
  const dialog = blog.getByRole('dialog', { name: 'Keys' })
  await expect(dialog).toContainText('approve')
  await dialog.getByLabel('Single keys act').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await blog.keyboard.press('j')
  await expect(card(blog, id)).not.toBeFocused()
})

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('the desk is sound for assistive technology, within the page, and its buttons are large enough', async ({ blog, desk }) => {
      test.setTimeout(60_000)
      await desk.add({ content: '> A quote\n\nhttps://very.long.example/'.padEnd(160, 'x') })
      await desk.add({ status: 'published', waiting: 'After' })
      await openDesk(blog, `/desk/comments?search=${desk.word}`)
      for (const path of [`/desk/comments?search=${desk.word}`, '/desk/blocks', '/desk/settings']) {
        await blog.goto(path)
        const { violations } = await new AxeBuilder({ page: blog })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
        expect(await blog.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        for (const button of await blog.locator('.desk button:visible, .desk summary:visible').all()) {
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        }
      }
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a comment is judged, undone, answered, and many at once, by plain forms', async ({ blog, desk }) => {
    const [first, second] = [await desk.add(), await desk.add({ author: 'Ben' })]
    await openDesk(blog, `/desk/comments?search=${desk.word}`)
    await card(blog, first).getByRole('button', { name: 'Approve' }).click()
    await expect(toast(blog)).toContainText('Approved: one comment.')
    await expectPublic(blog.request, desk.slug, [first])
    await blog.locator('.desk-notice').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(blog)).toContainText('Undone: one comment.')
    await expectPublic(blog.request, desk.slug, [])
    await card(blog, first).getByText('Reply to').click()
    await card(blog, first).getByLabel('Your reply').fill(`Plainly ${desk.word}`)
    await card(blog, first).getByRole('button', { name: 'Approve and reply' }).click()
    expect((await publicWords(blog.request, desk.slug)).page).toContain(`Plainly ${desk.word}`)
    await blog.goto(`/desk/comments?search=${desk.word}`)
    await card(blog, second).getByRole('checkbox').check()
    await blog.locator('#desk-bulk').getByRole('button', { name: 'Spam' }).click()
    await expect(toast(blog)).toContainText('Marked as spam: one comment.')
    await blog.goto(`/desk/comments?status=spam&search=${desk.word}`)
    await expect(card(blog, second)).toContainText('4 links')
  })

  test('words are blocked by pasting many, and let be', async ({ blog, desk }) => {
    await openDesk(blog, '/desk/comments')
    await blog.goto('/desk/blocks')
    await blog.getByLabel('One to a line').fill(`${desk.word}one, ${desk.word}two\n"${desk.word}three"`)
    await blog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(blog.getByText('Blocked from now on.')).toBeVisible()
    await blog.getByRole('button', { name: `Remove ${desk.word}two` }).click()
    expect(await desk.sql(`SELECT value FROM comment_blocks WHERE value LIKE $1 ORDER BY id`, [`${desk.word}%`])).toEqual([
      { value: `${desk.word}one` },
      { value: `${desk.word}three` },
    ])
  })
})

test('no script and no style of the desk is on a public page', async ({ blog, desk }) => {
  await desk.add({ status: 'published' })
  const page = await blog.goto(`/posts/${desk.slug}`)
  const html = (await page?.text()) ?? ''
  const files = [...new Set(html.match(/\/_next\/static\/[^"'\\]+\.(?:js|css)/g))]
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect(await (await blog.request.get(file)).text(), file).not.toMatch(/desk-(?:comment|toast|live|bar|keys)/)
})
