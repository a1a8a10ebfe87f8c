import { randomInt, randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import pg from 'pg'
import { test as base, expect, stampPath } from './blog'

/** Every test is a client of its own, so that none uses up another's allowance. */
const test = base.extend({
  extraHTTPHeaders: async ({ browserName: _ }, use) =>
    use({ 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
})

async function onDatabase(sql: string, values: unknown[]): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL ?? '' })
  await database.connect()
  await database.query(sql, values)
  await database.end()
}

test.beforeEach(async () => {
  const slug = `written-on-${randomUUID().slice(0, 8)}`
  await onDatabase(`INSERT INTO posts (slug, title, content, published_at) VALUES ($1, 'Written on', 'Words.', '2025-01-01')`, [slug])
  path = `/posts/${slug}`
})

/** Every test writes on a post of its own: what others wrote must not push it from the first page. */
let path = ''

/** Words that no other test writes. */
const words = (said: string) => `${said} ${randomUUID().slice(0, 8)}`

const mainForm = (page: Page) => page.locator('#comments > form')
const commentOf = (page: Page, text: string) => page.locator('article.comment:not([aria-busy])').filter({ hasText: text })

async function write(form: Locator, { name, text }: { name?: string; text: string }): Promise<void> {
  if (name !== undefined) await form.getByLabel('Name').fill(name)
  await form.getByRole('textbox', { name: 'Comment' }).fill(text)
  await form.getByRole('button', { name: /^Post/ }).click()
}

async function countInApi(page: Page, text: string): Promise<number> {
  const json = await (await page.request.get(`/api/comments?slug=${path.slice('/posts/'.length)}`)).text()
  return json.split(text).length - 1
}

/** The page with its script at work. */
async function open(page: Page): Promise<void> {
  await page.goto(path)
  await expect(mainForm(page)).toHaveJSProperty('noValidate', true)
}

test('a reader writes, sees it in the thread, replies, changes it and takes it back, all in place', async ({ blog }) => {
  const [said, answered, mended] = [words('Written in place'), words('Answered'), words('Mended')]
  await open(blog)
  await write(mainForm(blog), { name: 'Ada', text: `${said}, with *emphasis*` })
  const comment = commentOf(blog, said)
  await expect(comment.locator('em')).toHaveText('emphasis')
  await expect(comment).toBeFocused()
  await expect(blog.getByRole('status').filter({ hasText: 'Your comment is published.' })).toBeAttached()
  await expect(mainForm(blog).getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  expect(await (await blog.request.get(path)).text()).toContain(said)

  await comment.getByRole('link', { name: 'Reply to Ada' }).click()
  const reply = comment.locator('form')
  await expect(reply.getByLabel('Name')).toHaveValue('Ada')
  await expect(reply.getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await write(reply, { text: answered })
  const nested = blog.locator('li').filter({ hasText: said }).locator('ol').getByRole('article').filter({ hasText: answered })
  await expect(nested).toBeFocused()
  await expect(comment.locator('form')).toHaveCount(0)

  await nested.getByRole('button', { name: 'Edit' }).click()
  await expect(nested.getByRole('textbox', { name: 'Comment' })).toHaveValue(answered)
  await expect(nested.getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await nested.getByRole('textbox', { name: 'Comment' }).fill(mended)
  await nested.getByRole('button', { name: 'Save' }).click()
  const changed = commentOf(blog, mended)
  await expect(changed).toBeFocused()
  await expect(changed.locator('form')).toHaveCount(0)

  await blog.reload()
  await expect(commentOf(blog, mended).getByRole('button', { name: 'Edit' })).toBeVisible()
  await commentOf(blog, mended).getByRole('button', { name: 'Delete' }).click()
  await expect(commentOf(blog, mended).getByRole('button', { name: 'Keep' })).toBeFocused()
  await commentOf(blog, mended).getByRole('button', { name: 'Yes, delete' }).click()
  await expect(commentOf(blog, mended)).toHaveCount(0)
  await expect(commentOf(blog, said)).toBeFocused()
  expect(await countInApi(blog, mended)).toBe(0)
})

test('a comment with a reply leaves “deleted” in its place', async ({ blog }) => {
  const [said, answered] = [words('To be gone'), words('To stay')]
  await open(blog)
  await write(mainForm(blog), { name: 'Ada', text: said })
  await commentOf(blog, said).getByRole('link', { name: 'Reply to Ada' }).click()
  await write(commentOf(blog, said).locator('form'), { text: answered })
  await expect(commentOf(blog, answered)).toBeFocused()
  await commentOf(blog, said).getByRole('button', { name: 'Delete' }).click()
  await commentOf(blog, said).getByRole('button', { name: 'Yes, delete' }).click()
  await expect(commentOf(blog, said)).toHaveCount(0)
  const item = blog.locator('li').filter({ hasText: answered }).first()
  await expect(item.getByRole('article').first()).toHaveText('This comment was deleted.')
  await expect(item.getByRole('article').first()).toBeFocused()
})

test('the comment stands there at once, and is taken back with its text kept when the server refuses', async ({ page }) => {
  const slug = `closing-${randomUUID().slice(0, 8)}`
  await onDatabase(`INSERT INTO posts (slug, title, content, published_at) VALUES ($1, 'Open when it was read', 'Write.', '2025-10-01')`, [
    slug,
  ])
  await page.goto(`/posts/${slug}`)
  await expect(mainForm(page)).toHaveJSProperty('noValidate', true)
  await onDatabase('UPDATE posts SET comments_closed = true WHERE slug = $1', [slug])
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/comments', async (route) => {
    await held
    await route.continue()
  })
  const said = words('At once')
  await write(mainForm(page), { name: 'Ada', text: said })
  const sending = page.locator('article[aria-busy]')
  await expect(sending).toContainText(said)
  await expect(mainForm(page).getByRole('button', { name: 'Sending…' })).toBeDisabled()
  letGo()
  await expect(sending).toHaveCount(0)
  await expect(mainForm(page).getByRole('status')).toHaveText('This post takes no comments any more.')
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue(said)
})

test('a comment that is held is announced as such, and is not in the thread', async ({ page }) => {
  await open(page)
  const said = words('Held')
  await write(mainForm(page), { name: 'Ada', text: `${said} [url=https://a.example]shoes[/url]` })
  const notice = page.getByRole('status').filter({ hasText: 'Your comment awaits moderation.' })
  await expect(notice).toBeVisible()
  await expect(notice).toBeFocused()
  await expect(page.getByRole('article').filter({ hasText: said })).toHaveCount(0)
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  expect(await countInApi(page, said)).toBe(0)
})

test('a change that is held is announced as such, and the comment stays as it was', async ({ page }) => {
  await open(page)
  const said = words('Held when changed')
  await write(mainForm(page), { name: 'Ada', text: said })
  await commentOf(page, said).getByRole('button', { name: 'Edit' }).click()
  await commentOf(page, said).getByRole('textbox', { name: 'Comment' }).fill('Better [url=https://a.example]shoes[/url]')
  await commentOf(page, said).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your change awaits moderation.' })).toBeAttached()
  await expect(commentOf(page, said)).toBeFocused()
  expect(await countInApi(page, said)).toBe(1)
})

test('the form is stamped when it is first touched, and the stamp is sent with the comment', async ({ page }) => {
  await page.unroute(stampPath)
  await open(page)
  const stamped = page.waitForResponse(stampPath)
  await mainForm(page).getByLabel('Name').focus()
  const { stamp } = await (await stamped).json()
  const posted = page.waitForRequest('**/api/comments')
  await write(mainForm(page), { name: 'Ada', text: words('Stamped') })
  expect((await posted).postDataJSON()).toMatchObject({ stamp, website: '' })
  expect(stamp).toMatch(/^[0-9a-z]+\.[\w-]{16}\.[\w-]{43}$/)
})

test('the trap is out of sight, out of reach and unknown to assistive technology', async ({ page }) => {
  await open(page)
  const trap = mainForm(page).locator('[name=website]')
  await expect(trap).not.toBeInViewport()
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

test('what is wrong is said beside the field and in the live region, and the field has the focus', async ({ page }) => {
  await open(page)
  await write(mainForm(page), { name: 'Ada', text: 'x'.repeat(5_001) })
  const field = mainForm(page).getByRole('textbox', { name: 'Comment' })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/5,000/)
  await expect(field).toBeFocused()
  await expect(mainForm(page).getByRole('status')).toHaveText(/^Comment must have at most 5,000 characters\.$/)
  await mainForm(page).getByLabel('Name').fill('')
  await write(mainForm(page), { text: 'short' })
  await expect(mainForm(page).getByLabel('Name')).toBeFocused()
  await expect(field).not.toHaveAttribute('aria-invalid')
})

test('a double click makes one comment', async ({ blog }) => {
  const said = words('Clicked twice')
  await open(blog)
  await mainForm(blog).getByLabel('Name').fill('Ada')
  await mainForm(blog).getByRole('textbox', { name: 'Comment' }).fill(said)
  await mainForm(blog).getByRole('button', { name: 'Post comment' }).dblclick()
  await expect(commentOf(blog, said)).toHaveCount(1)
  await expect(commentOf(blog, said)).toBeFocused()
  expect(await countInApi(blog, said)).toBe(1)
})

test('a connection lost while posting costs no word, and the retry makes one comment', async ({ page, context }) => {
  const said = words('Sent from a tunnel')
  await open(page)
  await context.setOffline(true)
  await write(mainForm(page), { name: 'Ada', text: said })
  await expect(mainForm(page).getByRole('status')).toContainText('The connection was lost')
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue(said)
  await expect(page.locator('article[aria-busy]')).toHaveCount(0)
  await context.setOffline(false)
  await mainForm(page).getByRole('button', { name: 'Try again' }).click()
  await expect(commentOf(page, said)).toBeFocused()
  expect(await countInApi(page, said)).toBe(1)
})

test('an answer lost on its way back, and a reload, still make one comment', async ({ page }) => {
  const said = words('Arrived, unknown to its writer')
  const keys: (string | undefined)[] = []
  await open(page)
  await page.route('**/api/comments', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await write(mainForm(page), { name: 'Ada', text: said })
  await expect(mainForm(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.reload()
  await expect(mainForm(page).getByRole('textbox', { name: 'Comment' })).toHaveValue(said)
  await mainForm(page).getByLabel('Name').fill('Ada')
  await mainForm(page)
    .getByRole('button', { name: /^Post|^Try/ })
    .click()
  await expect(commentOf(page, said)).toBeFocused()
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  expect(keys[1]).toBe(keys[0])
  expect(await countInApi(page, said)).toBe(1)
})

test('drafts survive a reload, one for the post and one for each reply, and are gone once posted', async ({ blog }) => {
  const [said, answered] = [words('Half a thought'), words('Half an answer')]
  await open(blog)
  await mainForm(blog).getByRole('textbox', { name: 'Comment' }).fill(said)
  const link = blog.getByRole('link', { name: /^Reply to/ }).first()
  await link.click()
  const reply = blog.locator('.comment > footer > form')
  await expect(reply.getByLabel('Name')).toBeFocused()
  await reply.getByRole('textbox', { name: 'Comment' }).fill(answered)
  await reply.getByRole('textbox', { name: 'Comment' }).press('Escape')
  await expect(reply).toHaveCount(0)
  await expect(link).toBeFocused()
  await blog.reload()
  await expect(mainForm(blog).getByRole('textbox', { name: 'Comment' })).toHaveValue(said)
  await link.click()
  await expect(reply.getByRole('textbox', { name: 'Comment' })).toHaveValue(answered)
  await reply.getByRole('button', { name: 'Cancel' }).click()
  await write(mainForm(blog), { name: 'Ada', text: said })
  await expect(commentOf(blog, said)).toBeFocused()
  await blog.reload()
  await expect(mainForm(blog).getByLabel('Name')).toHaveValue('Ada')
  await expect(mainForm(blog).getByRole('textbox', { name: 'Comment' })).toHaveValue('')
})

test('the preview is what is published', async ({ blog }) => {
  const text = `${words('Shown before')}\nand **bold**\n\n> quoted\n\n- one\n- two\n\n\`\`\`ts\nconst a: number = 1\n\`\`\`\n\nhttps://example.org <b>no</b>`
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

test('a browser that keeps nothing can write all the same', async ({ blog }) => {
  await blog.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('no storage', 'SecurityError')
      },
    })
  })
  const said = words('Kept by nobody')
  await open(blog)
  await write(mainForm(blog), { name: 'Ada', text: said })
  await expect(commentOf(blog, said)).toBeFocused()
})

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('forms and faults are sound for assistive technology, stay within the page, and buttons are large enough', async ({ page }) => {
      const said = words('Looked at')
      await open(page)
      await write(mainForm(page), { name: 'Ada', text: said })
      await expect(commentOf(page, said)).toBeFocused()
      await commentOf(page, said).getByRole('button', { name: 'Delete' }).click()
      await commentOf(page, said).getByRole('link', { name: 'Reply' }).click()
      await mainForm(page).getByRole('button', { name: 'Post comment' }).click()
      await expect(mainForm(page).locator('[aria-invalid]')).toHaveCount(1)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      for (const button of await page.locator('#comments button:visible, .comment > footer > a').all()) {
        const box = await button.boundingBox()
        expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
      }
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader writes, lands on the comment’s own page, changes it, finds it in the thread, and takes it back', async ({ blog }) => {
    const [said, mended] = [words('Written plainly'), words('Mended plainly')]
    await blog.goto(path)
    await expect(mainForm(blog).getByRole('button', { name: 'Preview' })).toBeHidden()
    await write(mainForm(blog), { name: 'Ada', text: said })
    await expect(blog).toHaveURL(/\/comments\/\d+$/)
    await expect(blog.getByRole('heading', { level: 1 })).toHaveText('Your comment is published')
    await expect(blog).toHaveTitle(/^Your comment is published: /)
    await expect(blog.getByRole('article')).toContainText(said)
    const own = blog.url()
    await blog.getByLabel('Change it').fill(mended)
    await blog.getByRole('button', { name: 'Save' }).click()
    await expect(blog).toHaveURL(own)
    await expect(blog.getByRole('article')).toContainText(mended)
    expect(await (await blog.request.get(path)).text()).toContain(mended)
    await blog.getByText('Delete it').click()
    await blog.getByRole('button', { name: 'Yes, delete' }).click()
    await expect(blog).toHaveURL(new RegExp(`${path}#comments$`))
    await expect(commentOf(blog, mended)).toHaveCount(0)
  })

  test('a reply is written on a page that quotes what it answers', async ({ blog }) => {
    const [said, answered] = [words('Asked plainly'), words('Answered plainly')]
    await blog.goto(path)
    await write(mainForm(blog), { name: 'Ada', text: said })
    await blog.goto(path)
    await commentOf(blog, said).getByRole('link', { name: 'Reply to Ada' }).click()
    await expect(blog.getByRole('heading', { level: 1 })).toHaveText('Reply to Ada')
    await expect(blog.getByRole('blockquote')).toContainText(said)
    await write(blog.getByRole('main').locator('form'), { name: 'Grace', text: answered })
    await expect(blog).toHaveURL(/\/comments\/\d+$/)
    await blog.goto(path)
    await expect(blog.locator('li').filter({ hasText: said }).locator('ol').getByRole('article')).toContainText(answered)
  })

  test('a form with faults comes back with them and every word', async ({ page }) => {
    await page.goto(path)
    const text = 'x'.repeat(5_001)
    await write(mainForm(page), { name: 'Ada', text })
    await expect(page.getByRole('alert')).toContainText('5,000')
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue(text)
  })

  test('a double click makes one comment', async ({ page }) => {
    const said = words('Clicked twice, plainly')
    await page.goto(path)
    await mainForm(page).getByLabel('Name').fill('Ada')
    await mainForm(page).getByRole('textbox', { name: 'Comment' }).fill(said)
    await mainForm(page).getByRole('button', { name: 'Post comment' }).dblclick()
    await expect(page).toHaveURL(/\/comments\/\d+$/)
    expect(await countInApi(page, said)).toBe(1)
  })

  test('the page of a comment is for its author alone', async ({ page, browser, baseURL }) => {
    const said = words('Mine')
    await page.goto(path)
    await write(mainForm(page), { name: 'Ada', text: said })
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

test('there is nothing to reply to where there is no comment', async ({ page }) => {
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
