import { configurations, expect, isWholeMatrix, test } from '@/e2e/support/blog'
import { layoutShift } from '@/e2e/support/layout-shift'

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('links lead from home to a post, its thread, and the permalink of a comment', async ({
      blog,
    }) => {
      await blog.goto('/')
      await expect(blog).toHaveTitle('Afterword')
      await blog.getByRole('article').getByRole('link', { name: 'How a thread is read' }).click()
      await expect(blog.getByRole('heading', { level: 1 })).toHaveText('How a thread is read')
      await blog
        .getByRole('link', { name: /\d+ comments/ })
        .first()
        .click()
      await expect(blog.getByRole('heading', { name: '20 comments' })).toBeInViewport()
      const comment = blog.getByRole('article').filter({ hasText: 'Nested sets, anyone?' }).last()
      // With JavaScript, the date is relative.
      await comment.locator('header').getByRole('link').click()
      await expect(blog).toHaveURL(/#comment-\d+$/)
      await expect(comment).toBeInViewport()
      await expect(comment).not.toHaveCSS('box-shadow', 'none')
    })

    // Layout shift cannot be measured without JavaScript; the HTML is the same.
    if (!use.javaScriptEnabled) return
    test('has no layout shift', async ({ blog }) => {
      for (const path of ['/', '/posts/what-happens-to-a-pasted-link', '/docs/errors'])
        expect(await layoutShift(blog, path), path).toBe(0)
    })

    test('the 404 page has no layout shift', async ({ page }) => {
      expect(await layoutShift(page, '/nothing')).toBe(0)
    })
  })
}

test('the HTML contains the post, thread, cards and counts', async ({ request }) => {
  const html = await (await request.get('/posts/how-a-thread-is-read')).text()
  for (const text of [
    'A table that rejects invalid replies',
    'Nested sets, anyone?',
    'سلمى الحداد',
    'This comment was deleted.',
    'link-card',
    '1,020',
    'views',
    '"@type":"BlogPosting"',
  ]) {
    expect(html).toContain(text)
  }
  expect(html.match(/<article id="comment-\d+"/g)).toHaveLength(21)
})

test('the second request is served from the page cache', async ({ request }) => {
  const cacheOf = async () =>
    (await request.get('/posts/put-it-on-vercel')).headers()['x-nextjs-cache']
  // Another test may publish a post and thus purge the page.
  await expect.poll(cacheOf).toBe('HIT')
})

test.describe('missing pages', () => {
  const paths = [
    '/posts/nothing',
    '/nothing',
    '/page/99',
    '/page/0',
    '/page/x',
    `/posts/${'x'.repeat(300)}`,
    '/posts/a%00b',
    '/posts/a%2Fb',
    '/posts/__proto__',
    '/posts/100%25',
    '/posts/%25ff',
  ]
  // Only a few in `npm test`: server.missing.test.ts tests the responses.
  for (const path of isWholeMatrix ? paths : paths.slice(0, 3)) {
    test(`${path.slice(0, 40)} shows an error message with a link`, async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await page.getByRole('main').getByRole('link', { name: 'All posts' }).click()
      await expect(
        page.getByRole('article').getByRole('link', { name: 'How a view is counted' }),
      ).toBeVisible()
    })
  }
})

test('the first page of the list has a single address', async ({ request }) => {
  const response = await request.get('/page/1', { maxRedirects: 0 })
  expect(response.status()).toBe(308)
  expect(response.headers().location).toBe('/')
})

test('the first Tab key offers a link to the content', async ({ blog }) => {
  await blog.goto('/')
  await blog.keyboard.press('Tab')
  await expect(blog.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await blog.keyboard.press('Enter')
  // The next Tab starts from the target once the browser has navigated to it, which takes a frame.
  await expect(blog.locator('#content:target')).toBeAttached()
  await blog.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  await blog.keyboard.press('Tab')
  // Other tests add posts, so any post may be first.
  await expect(blog.locator('#content a:not([tabindex="-1"])').first()).toBeFocused()
})
