import { expect, test } from './blog'
import { expectAccessible } from './expect-accessible'

/** Every public page, and the states it may be in. */
const pages = [
  { what: 'the home page', path: '/' },
  { what: 'a post with contents, code, notes and a thread', path: '/posts/how-a-thread-is-read' },
  { what: 'a post with cards', path: '/posts/what-happens-to-a-pasted-link' },
  { what: 'its newest comments', path: '/posts/how-a-thread-is-read/comments/newest' },
  { what: 'the archive', path: '/archive' },
  { what: 'the tags', path: '/tags' },
  { what: 'a tag', path: '/tags/comments' },
  { what: 'the errors', path: '/docs/errors' },
  { what: 'privacy', path: '/privacy' },
  { what: 'what is kept of a reader', path: '/privacy/your-data' },
  { what: 'no page', path: '/nothing' },
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } })

      for (const { what, path } of pages) {
        test(`${what} is sound for assistive technology, and nothing leaves its edge`, async ({ page }) => {
          await page.goto(path)
          await expectAccessible(page)
        })
      }
    })
  }
}

test('so is a post in forced colours at twice its size', async ({ browser, baseURL }) => {
  // A zoom of 200 % is half the width, drawn twice as large.
  const context = await browser.newContext({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, forcedColors: 'active' })
  const page = await context.newPage()
  await page.goto(`${baseURL}/posts/how-a-thread-is-read`)
  await expectAccessible(page)
  await context.close()
})

test('a heading can be linked to by keyboard, and the link says to what', async ({ blog }) => {
  await blog.goto('/posts/how-a-thread-is-read')
  const link = blog.getByRole('link', { name: 'Link to “One query”' })
  await link.focus()
  await expect(link).toHaveCSS('opacity', '1')
  await link.press('Enter')
  await expect(blog).toHaveURL(/#one-query$/)
  await expect(blog.getByRole('heading', { name: 'One query', exact: true })).toBeInViewport()
})
