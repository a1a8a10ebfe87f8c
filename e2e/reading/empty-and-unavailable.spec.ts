import { expect, firstInGate } from '@/e2e/support/blog'
import { expectAccessibleOnEveryDisplay } from '@/e2e/support/expect-accessible'
import { test } from './blog-without-database'

// Uses one blog: first it is empty, then its database is unavailable.
test.describe.configure({ mode: 'serial' })

for (const { path, title, text } of firstInGate([
  { path: '/', title: 'No posts yet', text: 'Posts will appear here' },
  { path: '/archive', title: 'No posts yet', text: 'Posts will appear here' },
  { path: '/tags', title: 'No tags yet', text: 'See all posts.' },
  { path: '/search?q=thread', title: 'Search', text: 'No results for “thread”' },
])) {
  test(`without posts, ${path} shows an accessible empty state`, async ({ blog }) => {
    expect((await blog.goto(path))?.status()).toBe(200)
    await expect(blog.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(blog.getByRole('main')).toContainText(text)
    await expectAccessibleOnEveryDisplay(blog)
  })
}

test.describe('while the database is unavailable', () => {
  test.beforeAll(async ({ emptyBlog }) => emptyBlog.cut())

  for (const path of firstInGate([
    '/posts/never-asked-for',
    '/archive/2020',
    '/preview/abcdefghijklmnopqrstuvwxyz012345',
    '/search?q=thread',
  ])) {
    test(`${path} shows an accessible error page with its status and a link`, async ({ page }) => {
      const response = await page.goto(path)
      expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '2'])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
      await expect(page.getByRole('main')).toContainText('a problem on our side')
      await expect(page.getByRole('main').getByRole('link', { name: 'Try again' })).toHaveAttribute(
        'href',
        '',
      )
      await expect(page.getByRole('searchbox')).toBeVisible()
      await expectAccessibleOnEveryDisplay(page)
    })
  }

  test('serves cached pages as usual', async ({ blog }) => {
    expect((await blog.goto('/'))?.status()).toBe(200)
    await expect(blog.getByRole('main')).toContainText('Posts will appear here')
  })
})
