import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { addSession } from '@/e2e/admin/add-session'
import { firstInGate, isWholeMatrix } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { test as base, commentsElement, expect, hostPage } from './other-site'

type SeededComment = { author: string; content: string; parent?: number; status?: string }

type Thread = {
  path: string
  slug: string
  url: string
  /** Adds comments to the database, which creates the thread. */
  seed: (...comments: SeededComment[]) => Promise<number[]>
  /** Opens the page with other HTML. */
  open: (html?: string, headers?: Record<string, string>) => Promise<void>
}

/** A page of the registered site that no other test uses. */
const test = base.extend<{ thread: Thread }>({
  thread: async ({ page, sites }, use) => {
    const path = `/${randomUUID()}`
    const url = sites.site + path
    const slug = new URL(sites.site).host + path
    const seed = async (...comments: SeededComment[]) => {
      const { rows } = await sites.database.query(
        `INSERT INTO threads (slug, url, title, site_id)
         SELECT $1, $2, 'A page of a site', id FROM sites WHERE $3 = ANY(origins)
         ON CONFLICT (slug) DO UPDATE SET url = excluded.url RETURNING id`,
        [slug, url, sites.site],
      )
      const ids: number[] = []
      for (const { author, content, parent, status = 'published' } of comments) {
        const parentId = parent === undefined ? null : ids[parent]
        const inserted = await sites.database.query(
          `INSERT INTO comments (post_id, parent_id, author_name, content, status)
           VALUES ($1, $2, $3, $4, $5::comment_status) RETURNING id`,
          [rows[0].id, parentId, author, content, status],
        )
        ids.push(inserted.rows[0].id)
      }
      return ids
    }
    const open = async (html = hostPage(sites.blog, commentsElement()), headers = {}) => {
      sites.serve(path, { html, headers })
      await page.goto(url)
    }
    await use({ path, slug, url, seed, open })
  },
})

async function writeComment(page: Page, content: string, author = 'Ada'): Promise<void> {
  const form = page.locator('form').last()
  await form.getByLabel('Name').fill(author)
  await form.getByRole('textbox', { name: 'Comment' }).fill(content)
  await form.getByRole('button', { name: 'Post' }).click()
}

const shown = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('shows the thread with its replies, badges and rendered Markdown', async ({
  page,
  thread,
  errors,
}) => {
  await thread.seed(
    { author: 'Ada Lovelace', content: 'A *first* comment. <img src=x onerror=alert(1)>' },
    { author: 'Ben', content: 'A reply.', parent: 0 },
  )
  await thread.open()
  await expect(page.getByRole('heading', { name: '2 comments' })).toBeVisible()
  await expect(shown(page, 'first').locator('em')).toHaveText('first')
  await expect(page.locator('li li article')).toContainText('A reply.')
  await expect(page.locator('article img')).toHaveCount(0)
  // As on the pages of the blog.
  await expect(shown(page, 'first').locator('.avatar')).toHaveText('A\u200cL')
  const widthOf = async (text: string) =>
    (await shown(page, text).locator('.avatar').boundingBox())?.width ?? 0
  expect(await widthOf('A reply.')).toBeLessThan(await widthOf('first'))
  await expect(page.getByRole('link', { name: 'Read the comments' })).toBeHidden()
  expect(errors).toEqual([])
})

test('limits the height of a comment, shows its time, and keeps code left-to-right', {
  tag: '@nightly',
}, async ({ page, thread }) => {
  await thread.seed(
    { author: 'Ada', content: 'line\n'.repeat(900) },
    { author: 'Ben', content: 'שלום `f(a, b);` עולם' },
  )
  await thread.open()
  const tall = shown(page, 'line')
  await expect(tall.locator('time')).toHaveText(/\d:\d\d/)
  expect((await tall.boundingBox())?.height).toBeLessThan(1_800)
  const code = shown(page, 'f(a, b);').locator('code')
  await expect(code).toHaveCSS('direction', 'ltr')
  await expect(code).toHaveCSS('unicode-bidi', 'isolate')
})

test('shows the date of a comment as pages of the blog do, with the name of the month', {
  tag: '@nightly',
}, async ({ page, thread, sites }) => {
  await thread.seed({ author: 'Ada', content: 'A first comment.' })
  await thread.open(hostPage(sites.blog, commentsElement('lang="de"')))
  await expect(shown(page, 'first').locator('time')).toHaveText(/^\d{1,2}\. \p{L}+\.? \d{4}, /u)
})

test('a long name does not widen the page', { tag: '@nightly' }, async ({ page, thread }) => {
  await thread.seed({ author: 'long'.repeat(20), content: 'A first comment.' })
  await page.setViewportSize({ width: 320, height: 800 })
  await thread.open()
  await expect(shown(page, 'first')).toBeVisible()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
})

test('likes a comment, and collapses its replies until a link leads to one', async ({
  page,
  thread,
  errors,
}) => {
  const [, replyId] = await thread.seed(
    { author: 'Ada', content: 'A first comment.' },
    { author: 'Ben', content: 'A reply.', parent: 0 },
  )
  await thread.open()
  const like = page.getByRole('button', { name: 'Like the comment by Ada' })
  await like.click()
  await expect(like).toHaveAccessibleName('Like the comment by Ada 1')
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await expect(like).toHaveAccessibleName('Like the comment by Ada')
  const fold = page.getByRole('button', { name: '1 reply' })
  await fold.click()
  await expect(shown(page, 'A reply.')).toBeHidden()
  await expectAccessible(page)
  await page.evaluate((id) => (location.hash = `#comment-${id}`), replyId)
  await expect(shown(page, 'A reply.')).toBeFocused()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  expect(errors).toEqual([])
})

test('likes a page without a thread once per reader, and remembers it', {
  tag: '@nightly',
}, async ({ page, thread, sites, errors }) => {
  await thread.open()
  const like = page.getByRole('button', { name: 'Like this post' })
  await like.click()
  await expect(like).toHaveAccessibleName('Like this post 1')
  await expectAccessible(page)
  const query = new URLSearchParams({ slug: thread.slug })
  const response = await fetch(`${sites.blog}/api/threads?${query}`)
  expect(await response.json()).toMatchObject({ title: 'A page of a site', likes: 1 })

  // The browser forgets the like, but the blog counts the reader only once.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveAccessibleName('Like this post 1')
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await expect(like).toHaveAccessibleName('Like this post')
  expect(errors).toEqual([])
})

for (const width of firstInGate([320, 1_280]))
  test(`the like button is in the page’s language and moves nothing, at ${width} px`, {
    tag: '@nightly',
  }, async ({ page, thread, sites }) => {
    await thread.seed({ author: 'Ada', content: 'A first comment.' })
    await page.setViewportSize({ width, height: 800 })
    let load = () => {}
    const mayLoad = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route('**/embed/writing-*.js', async (route) => {
      await mayLoad
      await route.continue()
    })
    await thread.open(hostPage(sites.blog, commentsElement('lang="ar"')))
    const heading = page.getByRole('heading', { level: 2 })
    const comment = shown(page, 'first').locator('.body')
    const boxes = () => Promise.all([heading, comment].map((part) => part.boundingBox()))
    await expect(comment).toBeVisible()
    const before = await boxes()
    load()
    const like = page.getByRole('button', { name: 'الإعجاب بهذه المقالة' })
    await expect(like).toBeVisible()
    expect(await boxes()).toEqual(before)
    expect((await like.boundingBox())?.x).toBe(before[0]?.x)
  })

test('shows no likes if the element is `readonly` or likes are switched off', {
  tag: '@nightly',
}, async ({ page, thread, sites }) => {
  await thread.seed(
    { author: 'Ada', content: 'A first comment.' },
    { author: 'Ben', content: 'A reply.', parent: 0 },
  )
  // The part that adds likes also adds this button.
  const fold = page.getByRole('button', { name: '1 reply' })
  await thread.open(hostPage(sites.blog, commentsElement('readonly')))
  await expect(fold).toBeVisible()
  await expect(page.getByRole('button', { name: 'Like' })).toHaveCount(0)
  await sites.change(`INSERT INTO blog_settings (options) VALUES ('{"reactions": false}')`, [])
  await thread.open()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Like' })).toHaveCount(0)
  await sites.change('DELETE FROM blog_settings', [])
  await thread.open()
  await expect(page.getByRole('button', { name: 'Like' })).toHaveCount(3)
})

test('writes, replies, edits and deletes, and remembers the reader', async ({ page, thread }) => {
  await thread.open()
  await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await writeComment(page, 'A **first** comment.')
  await expect(page.getByRole('status')).toHaveText('Your comment has been published.')
  await expect(shown(page, 'first')).toBeFocused()

  await page.getByRole('button', { name: 'Reply to Ada' }).click()
  await expect(page.locator('li form').getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await page.locator('li form').getByRole('textbox', { name: 'Comment' }).fill('My own reply.')
  await page.getByRole('button', { name: 'Post reply' }).click()
  await expect(page.locator('li li article')).toContainText('My own reply.')

  await page.reload()
  const reply = page.locator('li li article')
  await reply.getByRole('button', { name: 'Edit' }).click()
  await expect(page.locator('li form').getByRole('textbox', { name: 'Comment' })).toHaveValue(
    'My own reply.',
  )
  await page.locator('li form').getByRole('textbox', { name: 'Comment' }).fill('My changed reply.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(reply).toContainText('My changed reply.')
  await expect(reply).toContainText('Edited')

  await reply.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.locator('.confirm').getByRole('button', { name: 'Delete' }).click()
  await expect(reply).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('Your comment was deleted.')
  await expect(shown(page, 'first')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
})

test('keeps a draft, and shows a preview as the comment will look', async ({ page, thread }) => {
  await thread.open()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Draft with `code`.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).locator('code')).toHaveText('code')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Draft with `code`.')
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys).toEqual([`afterword-embed:draft:${thread.slug}`])
})

test('shows a held comment as pending after a reload, to its author only', {
  tag: '@nightly',
}, async ({ page, thread, sites, browser }) => {
  await thread.open()
  await writeComment(page, 'See [url=https://a.example]shoes[/url].')
  await expect(shown(page, 'shoes')).toContainText('Awaiting moderation')
  await expect(shown(page, 'shoes')).toBeFocused()
  await expect(page.getByRole('status')).toContainText('once it has been approved')
  await page.reload()
  await expect(shown(page, 'shoes')).toContainText('Awaiting moderation')
  const other = await browser.newPage()
  await other.goto(thread.url)
  await expect(other.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await expect(shown(other, 'shoes')).toHaveCount(0)
  await other.close()
  await sites.change(
    `UPDATE comments SET status = 'published'
      WHERE post_id = (SELECT id FROM threads WHERE slug = $1)`,
    [thread.slug],
  )
  await page.reload()
  await expect(shown(page, 'shoes').getByRole('button', { name: 'Delete' })).toBeVisible()
  await expect(page.getByText('Awaiting moderation')).toHaveCount(0)
  await expect(shown(page, 'shoes')).toHaveCount(1)
})

test('reports a comment after a confirmation', async ({ page, thread, sites }) => {
  const [id] = await thread.seed({ author: 'Eve', content: 'Buy this.' })
  await thread.open()
  await page.getByRole('button', { name: 'Report the comment by Eve' }).click()
  await page.locator('.confirm').getByRole('button', { name: 'Report' }).click()
  await expect(shown(page, 'Buy this.')).toContainText('Reported. Thank you.')
  const { rows } = await sites.database.query(
    'SELECT 1 FROM comment_reports WHERE comment_id = $1',
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('associates errors with their fields and focuses the first', async ({ page, thread }) => {
  await thread.open()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Words.')
  await page.getByLabel('E-mail').fill('not an address')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  // The focus has the colour of the text, not that of errors.
  const ink = await page.getByLabel('Name').evaluate((field) => getComputedStyle(field).color)
  await expect(page.getByLabel('Name')).toHaveCSS('outline-color', ink)
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/e-?mail/i)
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Words.')
})

test('opens one reply form at a time, and Escape returns to its button', {
  tag: '@nightly',
}, async ({ page, thread }) => {
  await thread.seed({ author: 'Ada', content: 'One.' }, { author: 'Ben', content: 'Two.' })
  await thread.open()
  await page.getByRole('button', { name: 'Reply to Ada' }).click()
  await expect(page.locator('li form')).toHaveCount(1)
  await expect(page.locator('li form')).toContainText('Reply to Ada')
  await page.getByRole('button', { name: 'Reply to Ben' }).click()
  await expect(page.locator('li', { hasText: 'Two.' }).locator('form')).toBeVisible()
  await expect(page.locator('li form')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('li form')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reply to Ben' })).toBeFocused()
})

test('reports a lost connection and keeps the text', async ({ page, thread, context }) => {
  await thread.open()
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Words.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Connection lost/)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(shown(page, 'Words.')).toBeFocused()
})

test('reports what was saved if the thread cannot be loaded again', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
}) => {
  await thread.open()
  await writeComment(page, 'To be deleted.')
  await expect(shown(page, 'To be deleted.')).toBeFocused()
  await page.route(`${sites.blog}/api/threads?**`, (route) => route.abort())
  await writeComment(page, 'Written before a tunnel.')
  await expect(page.getByRole('status')).toHaveText('Your comment has been published.')
  await expect(page.getByText('Connection lost')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  await shown(page, 'To be deleted.').getByRole('button', { name: 'Delete' }).click()
  await page.locator('.confirm').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status')).toHaveText('Your comment was deleted.')
  await expect(page.getByText('Connection lost')).toHaveCount(0)
})

test('opens a form although its stamp does not arrive', { tag: '@nightly' }, async ({
  page,
  thread,
}) => {
  await thread.seed({ author: 'Ada', content: 'A first comment.' })
  await page.route('**/api/comment-stamp?**', () => {})
  await thread.open()
  await page.getByRole('button', { name: 'Reply to Ada' }).click()
  await expect(page.locator('li form')).toBeVisible()
})

test('a confirmation keeps focus when it fails', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
}) => {
  await thread.seed({ author: 'Eve', content: 'Buy this.' })
  await thread.open()
  await page.getByRole('button', { name: 'Report the comment by Eve' }).click()
  const confirm = page.locator('.confirm').getByRole('button', { name: 'Report' })
  await page.route(`${sites.blog}/api/comments/*/report`, (route) => route.abort())
  await confirm.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/Connection lost/)
  await expect(confirm).toBeFocused()
})

test('shows long threads in pages and moves focus to the new comments', async ({
  page,
  thread,
}) => {
  await thread.seed(
    ...Array.from({ length: 53 }, (_, nth) => ({ author: 'Ada', content: `Comment ${nth}.` })),
  )
  await thread.open()
  await expect(page.getByRole('article')).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more comments' }).click()
  await expect(page.getByRole('article')).toHaveCount(53)
  await expect(shown(page, 'Comment 50.')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Show more comments' })).toHaveCount(0)
})

test('follows links to comments on later pages, including those of the old system', async ({
  page,
  thread,
  sites,
}) => {
  const ids = await thread.seed(
    ...Array.from({ length: 60 }, (_, nth) => ({ author: 'Ada', content: `Comment ${nth}.` })),
  )
  sites.serve(thread.path, { html: hostPage(sites.blog, commentsElement()) })
  await page.goto(`${thread.url}#comment-${ids[57]}`)
  await expect(shown(page, 'Comment 57.')).toBeFocused()
  await expect(shown(page, 'Comment 57.')).toBeInViewport()
  await shown(page, 'Comment 2.').locator('header a').click()
  await expect(shown(page, 'Comment 2.')).toBeFocused()
  expect(page.url()).toBe(`${thread.url}#comment-${ids[2]}`)
  await sites.change(
    `INSERT INTO imported_comments (post_id, source_id, comment_id, anchor)
     SELECT post_id, 'isso:7', id, 'isso-7' FROM comments WHERE id = $1`,
    [ids[58]],
  )
  await page.goto(`${thread.url}#isso-7`)
  await expect(shown(page, 'Comment 58.')).toBeFocused()
})

test('shows views, and counts one if `count` is set', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
}) => {
  const views = '<p><afterword-views>–</afterword-views> views</p>'
  await thread.open(hostPage(sites.blog, views))
  await expect(page.locator('afterword-views [part=number]')).toHaveText('0')
  await page.mouse.wheel(0, 10)
  await thread.open(hostPage(sites.blog, views.replace('views>', 'views count>')))
  await expect(page.locator('afterword-views [part=number]')).toHaveText('0')
  const counted = page.waitForResponse(`${sites.blog}/api/views`)
  // The part that counts may still be loading, so the view may be completed by time.
  await page.mouse.wheel(0, 10)
  expect((await counted).status()).toBe(201)
  await expect(page.locator('afterword-views [part=number]')).toHaveText('1')
})

test('shows views on a page with an invalid language', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
  errors,
}) => {
  const views = '<p><afterword-views>–</afterword-views> views</p>'
  await thread.open(hostPage(sites.blog, views, { attributes: 'lang="en_US"' }))
  await expect(page.locator('afterword-views [part=number]')).toHaveText('0')
  expect(errors).toEqual([])
})

test('shows a card, and the link if the page cannot be read', async ({ page, thread, sites }) => {
  const target = `/${randomUUID()}`
  sites.serve(target, {
    html: `<!doctype html><title>A title &lt;b&gt;</title>
      <meta name="description" content="What it is about.">`,
  })
  const card = (href: string) =>
    `<afterword-card href="${href}"><a href="${href}">A link</a></afterword-card>`
  await thread.open(hostPage(sites.blog, card(sites.site + target) + card('http://192.0.2.1/')))
  const cards = page.locator('afterword-card')
  await expect(cards.first().locator('[part=card]')).toContainText('A title <b>')
  await expect(cards.first()).toContainText('What it is about.')
  await expect(cards.last().getByRole('link', { name: 'A link' })).toBeVisible()
})

test('tells the owner of an unknown site which origin to add, before anything is typed', async ({
  page,
  sites,
}) => {
  const path = `/${randomUUID()}`
  sites.serve(path, { html: hostPage(sites.blog, commentsElement()) })
  await page.goto(sites.unregistered + path)
  await expect(page.getByRole('alert')).toHaveText(
    `Comments cannot be posted from ${sites.unregistered} yet. If this is your site, add ` +
      `${sites.unregistered} under Admin → Sites at ${sites.blog}.`,
  )
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Write a comment' })).toHaveAttribute(
    'href',
    `${sites.blog}/threads/${encodeURIComponent(new URL(sites.unregistered).host)}${path}`,
  )
})

test('works under a strict policy with Trusted Types', async ({ page, thread, sites, errors }) => {
  await thread.seed({ author: 'Ada', content: 'A *first* comment.' })
  await thread.open(hostPage(sites.blog, commentsElement()), {
    'Content-Security-Policy':
      `default-src 'none'; script-src ${sites.blog}; connect-src ${sites.blog}; ` +
      "require-trusted-types-for 'script'; trusted-types afterword",
  })
  await expect(shown(page, 'first').locator('em')).toBeVisible()
  await writeComment(page, 'Under a *strict* policy.')
  await expect(shown(page, 'strict').locator('em')).toBeVisible()
  expect(errors).toEqual([])
})

for (const colorScheme of firstInGate(['light', 'dark'] as const))
  for (const theme of firstInGate(['', 'theme="light"', 'theme="dark"']))
    test(`is accessible on a ${colorScheme} page with ${theme || 'no theme'}`, async ({
      page,
      thread,
      sites,
    }) => {
      await thread.seed(
        { author: 'Ada', content: 'See `code` and https://example.org/.\n\n> A quotation.' },
        { author: 'Ben', content: 'A reply.', parent: 0 },
      )
      await page.emulateMedia({ colorScheme })
      await thread.open(
        hostPage(sites.blog, commentsElement(theme), {
          head: '<style>:root { color-scheme: light dark } body { background: Canvas }</style>',
        }),
      )
      await page.getByRole('button', { name: 'Reply to Ben' }).click()
      await page.locator('li form').getByRole('button', { name: 'Post reply' }).click()
      await expect(page.locator('li form').getByLabel('Name')).toHaveAttribute('aria-invalid')
      for (const width of firstInGate([320, 1_280])) {
        await page.setViewportSize({ width, height: 800 })
        await expectAccessible(page)
      }
    })

test('inherits fonts and colours, and accepts tokens and parts', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
}) => {
  await thread.seed({ author: 'Ada', content: 'A first comment, see https://example.org/.' })
  const head = `<style>body { font-family: monospace; color: rgb(1, 2, 3) }
    afterword-comments { --afterword-accent: rgb(4, 5, 6) }
    afterword-comments::part(author) { color: rgb(7, 8, 9) }</style>`
  await thread.open(hostPage(sites.blog, commentsElement(), { head }))
  const article = shown(page, 'first')
  await expect(article).toHaveCSS('font-family', 'monospace')
  await expect(article).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(article.getByRole('link', { name: 'example.org' })).toHaveCSS(
    'color',
    'rgb(4, 5, 6)',
  )
  await expect(article.getByText('Ada', { exact: true })).toHaveCSS('color', 'rgb(7, 8, 9)')
})

test('follows the direction of a right-to-left page', { tag: '@nightly' }, async ({
  page,
  sites,
}) => {
  const path = `/${randomUUID()}`
  sites.serve(path, {
    html: hostPage(sites.blog, commentsElement(), { attributes: 'lang="ur" dir="rtl"' }),
  })
  await page.goto(sites.rightToLeftSite + path)
  await writeComment(page, 'تعليق أول')
  const article = shown(page, 'تعليق أول')
  await expect(article).toBeFocused()
  const { avatar, author } = await article.evaluate((element) => ({
    avatar: element.querySelector('.avatar')?.getBoundingClientRect().x ?? 0,
    author: element.querySelector('b')?.getBoundingClientRect().x ?? 0,
  }))
  expect(avatar).toBeGreaterThan(author)
  await expectAccessible(page)
})

test('a right-to-left thread adds no scrollbar to a left-to-right page', {
  tag: '@nightly',
}, async ({ page, thread, sites }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await thread.open(hostPage(sites.blog, commentsElement('lang="ar"')))
  await expect(page.locator('form')).toHaveCSS('direction', 'rtl')
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await expect(page.locator('#status')).toHaveCSS('direction', 'rtl')
})

test('links within the thread stay on a page with another base URL', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
}) => {
  const [id] = await thread.seed({ author: 'Ada', content: 'A first comment.' })
  const head = '<base href="/elsewhere/" target="_blank">'
  await thread.open(hostPage(sites.blog, commentsElement(), { head }))
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible()
  await shown(page, 'first').locator('header a').click()
  await expect(shown(page, 'first')).toBeFocused()
  expect(page.url()).toBe(`${thread.url}#comment-${id}`)
})

test('does not look up a comment for a link to a heading of the page', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
}) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const heading = '<h2 id="über-uns">Über uns</h2>'
  sites.serve(thread.path, { html: hostPage(sites.blog, heading + commentsElement()) })
  await page.goto(`${thread.url}#${encodeURIComponent('über-uns')}`)
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible()
  expect(paths).toContain('/api/threads')
  expect(paths).not.toContain('/api/comments/anchors')
})

test('keeps the children of its elements if the blog is unreachable', async ({ page, thread }) => {
  // Nothing listens on port 9.
  await thread.open(
    hostPage('http://127.0.0.1:9', `${commentsElement()}<afterword-views>many</afterword-views>`),
  )
  await expect(page.getByRole('link', { name: 'Read the comments' })).toBeVisible()
  await expect(page.getByText('many')).toBeVisible()
})

test('keeps the children if the API fails', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
}) => {
  await page.route(`${sites.blog}/api/**`, (route) => route.abort())
  await thread.open()
  await expect(page.getByRole('link', { name: 'Read the comments' })).toBeVisible()
})

test.describe('client navigation', () => {
  test('shows the other thread after a change of the attribute', async ({
    page,
    thread,
    sites,
  }) => {
    await thread.seed({ author: 'Ada', content: 'Of this page.' })
    await thread.open(hostPage(sites.blog, commentsElement('slug="unknown"')))
    await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
    await page
      .locator('afterword-comments')
      .evaluate((element, slug) => element.setAttribute('slug', slug), thread.slug)
    await expect(shown(page, 'Of this page.')).toBeVisible()
  })

  test('shows the other thread after history.pushState and back', async ({ page, thread }) => {
    await thread.seed({ author: 'Ada', content: 'Of this page.' })
    await thread.open()
    await expect(shown(page, 'Of this page.')).toBeVisible()
    await page.evaluate(() => history.pushState(null, '', '/elsewhere'))
    await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
    await page.goBack()
    await expect(shown(page, 'Of this page.')).toBeVisible()
  })

  test('shows the other thread in a browser without the Navigation API', {
    tag: '@nightly',
  }, async ({ page, thread }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
    await thread.seed({ author: 'Ada', content: 'Of this page.' })
    await thread.open()
    await expect(shown(page, 'Of this page.')).toBeVisible()
    await page.evaluate(() => {
      history.pushState(null, '', '/elsewhere')
      document.title = 'Elsewhere'
    })
    await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  })

  test('shows the thread in an element that a router creates again', { tag: '@nightly' }, async ({
    page,
    thread,
  }) => {
    await thread.seed({ author: 'Ada', content: 'Of this page.' })
    await thread.open()
    await expect(shown(page, 'Of this page.')).toBeVisible()
    await page.evaluate(() => {
      const element = document.querySelector('afterword-comments')
      const html = document.body.innerHTML
      element?.remove()
      document.body.innerHTML = html
    })
    await expect(shown(page, 'Of this page.')).toHaveCount(1)
  })
})

test('every hard load of a React page keeps the comments and hydrates without an error', async ({
  page,
  thread,
  sites,
  errors,
}) => {
  test.slow()
  await thread.seed({ author: 'Ada', content: 'Of this page.' })
  const application = `
    import { createElement as h, useState } from 'react'
    export function App() {
      const [count, setCount] = useState(0)
      return h('main', null,
        h('button', { type: 'button', onClick: () => setCount(count + 1) }, 'Clicked ', count),
        h('afterword-comments', { slug: '${thread.slug}' }, h('a', { href: '/x' }, 'Read them')))
    }`
  const bundle = async (contents: string) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: process.cwd() },
      bundle: true,
      write: false,
      format: 'iife',
      define: { 'process.env.NODE_ENV': '"development"' },
    })
    return outputFiles[0]?.text ?? ''
  }
  const client = await bundle(`${application}
    import { hydrateRoot } from 'react-dom/client'
    hydrateRoot(document.getElementById('root'), h(App))`)
  const children = createElement('a', { href: '/x' }, 'Read them')
  const server = renderToString(
    createElement(
      'main',
      null,
      createElement('button', { type: 'button' }, 'Clicked ', 0),
      createElement('afterword-comments', { slug: thread.slug }, children),
    ),
  )
  const script = `/${randomUUID()}.js`
  sites.serve(script, { html: client, headers: { 'Content-Type': 'text/javascript' } })
  const embed = `<script type="module" src="${sites.blog}/afterword.js"></script>`
  for (let load = 0; load < (isWholeMatrix ? 12 : 2); load++) {
    // Hydration happens before the embed starts, or after.
    const scripts = [embed, `<script defer src="${script}"></script>`]
    if (load % 2) scripts.reverse()
    await thread.open(
      `<!doctype html><meta charset="utf-8"><title>React</title>${scripts.join('')}
       <div id="root">${server}</div>`,
    )
    await expect(shown(page, 'Of this page.')).toBeVisible()
    await page.getByRole('button', { name: 'Clicked 0' }).click()
    await expect(page.getByRole('button', { name: 'Clicked 1' })).toBeVisible()
    await expect(shown(page, 'Of this page.')).toBeVisible()
  }
  expect(errors).toEqual([])
})

test('the owner moderates in a window of the blog', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
  context,
}) => {
  await thread.seed({ author: 'Eve', content: 'A held comment.', status: 'pending' })
  const session = await addSession(sites.database)
  await context.addCookies([
    { name: 'session', value: session, url: sites.blog, httpOnly: true, sameSite: 'Lax' },
  ])
  await thread.open()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Moderate' }).click()
  const admin = await opened
  await expect(admin.getByRole('paragraph').filter({ hasText: 'A held comment.' })).toBeVisible()
  await admin.getByRole('button', { name: 'Approve the comment by Eve' }).click()
  await expect
    .poll(async () => {
      const { rows } = await sites.database.query(
        `SELECT status FROM comments WHERE content = 'A held comment.'
          AND post_id = (SELECT id FROM threads WHERE slug = $1)`,
        [thread.slug],
      )
      return rows[0].status
    })
    .toBe('published')
  await admin.close()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(shown(page, 'A held comment.')).toBeVisible()
})

test('`readonly` and closed threads have no form', { tag: '@nightly' }, async ({
  page,
  thread,
  sites,
}) => {
  await thread.seed({ author: 'Ada', content: 'A comment.' })
  await thread.open(hostPage(sites.blog, commentsElement('readonly')))
  await expect(page.getByRole('link', { name: 'Write a comment' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await sites.change('UPDATE threads SET closed = true WHERE slug = $1', [thread.slug])
  await thread.open()
  await expect(page.getByText('Comments are closed.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('formats text, counts characters near the limit, and quotes the selection in a reply', async ({
  page,
  thread,
}) => {
  await thread.seed({ author: 'Ada', content: 'To be quoted.\n\nNot this.' })
  await thread.open()
  const content = page.getByRole('textbox', { name: 'Comment' })
  await content.fill('bold quiet')
  await content.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(content).toHaveValue('**bold quiet**')
  await content.press('ControlOrMeta+b')
  await expect(content).toHaveValue('bold quiet')
  await content.fill('x'.repeat(4_600))
  await expect(page.getByText('400 characters left')).toBeVisible()
  await content.fill('x'.repeat(5_001))
  await expect(page.getByText('1 character too many')).toBeVisible()
  await content.fill('x')
  await expect(page.getByText(/characters? (?:left|too many)/)).toHaveCount(0)
  const comment = shown(page, 'To be quoted.')
  const first = comment.getByText('To be quoted.')
  await first.evaluate((element) => getSelection()?.selectAllChildren(element))
  await comment.getByRole('button', { name: 'Reply to Ada' }).click()
  const reply = comment.getByRole('textbox', { name: 'Comment' })
  await expect(reply).toHaveValue('> To be quoted.\n\n')
  await expect(reply).toBeFocused()
  await expectAccessible(page)
})
