import { expect } from './blog'
import { test } from './cut-off-blog'
import { expectAccessibleInEveryLook } from './expect-accessible'

// One blog: first nothing is written in it, then its database is gone.
test.describe.configure({ mode: 'serial' })

for (const { path, title, words } of [
  { path: '/', title: 'Nothing here yet', words: 'The first post is still being written.' },
  { path: '/archive', title: 'Nothing here yet', words: 'The first post is still being written.' },
  { path: '/tags', title: 'Nothing is tagged yet', words: 'All posts are on one list.' },
  { path: '/search?q=thread', title: 'Search', words: 'No post has “thread”' },
]) {
  test(`without a post ${path} says that there is none, soundly`, async ({ blog }) => {
    expect((await blog.goto(path))?.status()).toBe(200)
    await expect(blog.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(blog.getByRole('main')).toContainText(words)
    await expectAccessibleInEveryLook(blog)
  })
}

test.describe('while the database is away', () => {
  test.beforeAll(async ({ bare }) => bare.cut())

  for (const path of [
    '/posts/never-asked-for',
    '/archive/2020',
    '/preview/abcdefghijklmnopqrstuvwxyz012345',
    '/search?q=thread',
  ]) {
    test(`${path} says so, in words and by its status, with a way on, soundly`, async ({
      page,
    }) => {
      const response = await page.goto(path)
      expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '2'])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'This page could not be made',
      )
      await expect(page.getByRole('main')).toContainText('most likely for a moment')
      await expect(page.getByRole('main').getByRole('link', { name: 'Try again' })).toHaveAttribute(
        'href',
        '',
      )
      await expectAccessibleInEveryLook(page)
    })
  }

  test('what lay ready is shown as ever', async ({ blog }) => {
    expect((await blog.goto('/'))?.status()).toBe(200)
    await expect(blog.getByRole('main')).toContainText('The first post is still being written.')
  })
})
