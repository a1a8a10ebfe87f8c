import type { Page, Request } from '@playwright/test'
import { expect, newAddress } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { waitUntilSettled } from '@/e2e/views/view-reader'
import { commentOf, mainForm, open, path, runSql, test, uniqueText, write } from './writing'

const slug = () => path.slice('/posts/'.length)
const minuteMs = 60_000

/** Sends a comment as another reader and returns its text. */
async function postComment(page: Page, prefix: string): Promise<string> {
  const content = uniqueText(prefix)
  const response = await page.request.post('/api/comments', {
    data: { slug: slug(), author_name: 'Bob', content },
    headers: { 'X-Forwarded-For': newAddress() },
  })
  expect(response.status()).toBe(201)
  return content
}

const news = (page: Page) => page.locator('.thread-news')
const marks = (page: Page) => page.locator('.comment-new')
const summary = (page: Page) => page.getByRole('link', { name: 'since your last visit' })

/** Scrolls to the comments and waits until their code has been loaded. */
async function readThread(page: Page): Promise<void> {
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await expect(news(page)).toBeAttached()
}

const isPoll = (request: Request) =>
  request.method() === 'HEAD' && request.url().endsWith('/comments.xml')

/** Advances the clock to the next poll, and waits until the page has processed the response. */
async function poll(page: Page): Promise<void> {
  const pollResponse = page.waitForResponse((response) => isPoll(response.request()))
  await page.clock.runFor(5 * minuteMs)
  await pollResponse
  await waitUntilSettled(page)
}

/** Returns the requests of the page for the number of comments. */
function pollsOf(page: Page): Request[] {
  const polls: Request[] = []
  page.on('request', (request) => isPoll(request) && polls.push(request))
  return polls
}

/** Returns the positions of everything in the thread. */
const positions = (page: Page) =>
  page
    .locator('#comments :is(.comment, .comment header *, .comment-form, h2, h3)')
    .evaluateAll((all) =>
      all
        .filter((element) => !element.closest('.comment-new'))
        .map((element) => {
          const { top, left } = element.getBoundingClientRect()
          return [Math.round(top + scrollY), Math.round(left)]
        }),
    )

/** Expects that the marks do not move anything. */
async function expectNothingMoved(page: Page): Promise<void> {
  const shown = await positions(page)
  const display = (value: string) =>
    page
      .locator('.comment-new, .thread-summary, .thread-news')
      .evaluateAll(
        (all, value) =>
          all.map((one) => one instanceof HTMLElement && one.style.setProperty('display', value)),
        value,
      )
  await display('none')
  expect(await positions(page)).toEqual(shown)
  await display('')
}

test.beforeEach(({ page }) => page.clock.install())

test('offers comments that others publish while the page is open', async ({ blog }) => {
  await postComment(blog, 'From before')
  await open(blog)
  await readThread(blog)
  await expect(news(blog)).toBeEmpty()
  const first = await postComment(blog, 'First')
  const second = await postComment(blog, 'Second')
  await poll(blog)
  const button = blog.getByRole('status').getByRole('button', { name: '2 new comments' })
  await expect(button).toBeInViewport()
  await expectAccessible(blog)
  await expectNothingMoved(blog)
  await button.click()
  await expect(commentOf(blog, first)).toBeFocused()
  await expect(commentOf(blog, first)).toBeInViewport()
  await expect(marks(blog)).toHaveText(['New', 'New'])
  await expect(commentOf(blog, second)).toContainText('New')
  await expect(button).toHaveCount(0)
  // During the first visit, no comment counts as new.
  await expect(summary(blog)).toHaveCount(0)
})

test('does not offer the reader’s own comment, or a held one', { tag: '@nightly' }, async ({
  page,
}) => {
  await open(page)
  await readThread(page)
  const own = uniqueText('My own')
  await write(mainForm(page), { name: 'Ada', text: own })
  await expect(commentOf(page, own)).toBeFocused()
  await postComment(page, 'Held [url=https://a.example]shoes[/url]')
  await poll(page)
  await expect(news(page)).toBeEmpty()
  await postComment(page, 'Published')
  await poll(page)
  await expect(news(page)).toHaveText('1 new comment')
})

test('links to the newest comments if the page shows only part of the thread', {
  tag: '@nightly',
}, async ({ page }) => {
  await runSql(
    `INSERT INTO comments (post_id, status, author_name, content, created_at)
     SELECT id, 'published', 'Ada', 'Comment ' || n,
            timestamptz '2025-03-01' + n * interval '1 hour'
       FROM posts, generate_series(1, 26) AS n WHERE slug = $1`,
    [slug()],
  )
  await open(page)
  await readThread(page)
  const content = await postComment(page, 'On another page')
  await poll(page)
  await news(page).getByRole('button', { name: '1 new comment' }).click()
  await expect(page).toHaveURL(`${path}/comments/newest#comments`)
  await readThread(page)
  await expect(commentOf(page, content)).toContainText('New')
})

test('does not poll while the tab is hidden or offline, or before Retry-After', {
  tag: '@nightly',
}, async ({ page, context }) => {
  const polls = pollsOf(page)
  const setHidden = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const expectPolls = async (count: number) => {
    await waitUntilSettled(page)
    expect(polls).toHaveLength(count)
  }
  await open(page)
  await readThread(page)

  await setHidden(true)
  await page.clock.runFor(60 * minuteMs)
  await expectPolls(0)
  await setHidden(false)
  await expect.poll(() => polls.length).toBe(1)

  await context.setOffline(true)
  await page.clock.runFor(60 * minuteMs)
  expect(polls).toHaveLength(1)
  await context.setOffline(false)
  await expect.poll(() => polls.length).toBe(2)

  for (const status of [429, 503]) {
    const before = polls.length
    await page.route('**/comments.xml', (route) =>
      route.fulfill({ status, headers: { 'Retry-After': '3600' } }),
    )
    await poll(page)
    await page.clock.runFor(50 * minuteMs)
    await expectPolls(before + 1)
    await page.unroute('**/comments.xml')
    await page.clock.runFor(11 * minuteMs)
    await expect.poll(() => polls.length).toBeGreaterThan(before + 1)
    await waitUntilSettled(page)
  }
})

test('marks the comments since the last visit', async ({ blog }) => {
  const seen = await postComment(blog, 'Seen')
  const own = uniqueText('My own')
  await open(blog)
  await readThread(blog)
  await write(mainForm(blog), { name: 'Ada', text: own })
  await expect(commentOf(blog, own)).toBeFocused()
  await expect(marks(blog)).toHaveCount(0)
  await expect(summary(blog)).toHaveCount(0)

  await blog.clock.fastForward(31 * minuteMs)
  const first = await postComment(blog, 'First')
  const second = await postComment(blog, 'Second')
  await open(blog)
  await readThread(blog)
  await expect(summary(blog)).toHaveText('2 new since your last visit')
  for (const content of [first, second]) await expect(commentOf(blog, content)).toContainText('New')
  for (const content of [seen, own]) await expect(commentOf(blog, content)).not.toContainText('New')
  await expectAccessible(blog)
  await expectNothingMoved(blog)
  // It is longer in other languages.
  await summary(blog).evaluate((link) => link.append('x'.repeat(200)))
  expect(
    await blog.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await summary(blog).click()
  await expect(commentOf(blog, first)).toBeInViewport()
  expect(new URL(blog.url()).hash).toBe(`#${await commentOf(blog, first).getAttribute('id')}`)

  // A reload belongs to the same visit.
  await blog.reload()
  await readThread(blog)
  await expect(marks(blog)).toHaveCount(2)
  await blog.clock.fastForward(31 * minuteMs)
  await blog.reload()
  await readThread(blog)
  await expect(marks(blog)).toHaveCount(0)
})

test('marks nothing if the browser refuses storage', { tag: '@nightly' }, async ({ blog }) => {
  await postComment(blog, 'Seen')
  await blog.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse })
  })
  for (let visit = 0; visit < 2; visit++) {
    await open(blog)
    await readThread(blog)
    await expect(marks(blog)).toHaveCount(0)
    await blog.clock.fastForward(31 * minuteMs)
  }
})
