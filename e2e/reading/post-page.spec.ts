import { configurations, expect, test } from '@/e2e/support/blog'
import { layoutShift } from '@/e2e/support/layout-shift'

const post = '/posts/how-a-thread-is-read'

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('contents link to headings of the post, and tags to similar posts and back', async ({
      blog,
    }) => {
      await blog.goto(post)
      await expect(blog.getByText(/^\d+ min read$/)).toBeVisible()
      const contents = blog.getByRole('navigation', { name: 'Contents' })
      if (await contents.getByRole('link').first().isHidden())
        await contents.getByText('Contents').click()
      await expect(contents.getByRole('link').first()).toHaveText(
        'A table that rejects invalid replies',
      )
      await contents.getByRole('link', { name: 'One query' }).click()
      await expect(blog.getByRole('heading', { name: 'One query', exact: true })).toBeInViewport()
      await blog
        .getByRole('navigation', { name: 'Tags of this post' })
        .getByRole('link', { name: 'comments' })
        .click()
      await expect(blog.getByRole('heading', { level: 1 })).toHaveText('comments')
      await blog.getByRole('article').getByRole('link', { name: 'How a thread is read' }).click()
      await blog.getByRole('region', { name: 'Read next' }).getByRole('link').click()
      // The next post depends on what other tests have published.
      await expect(blog).not.toHaveURL(/how-a-thread-is-read/)
      await expect(blog.locator('article.post')).toBeVisible()
    })

    test('a footnote leads to its text and back', async ({ blog }) => {
      await blog.goto(post)
      await blog.locator('[data-footnote-ref]').first().click()
      const back = blog.getByRole('link', { name: 'Back to reference 1' })
      await expect(back).toBeInViewport()
      await back.click()
      await expect(blog.locator('[data-footnote-ref]').first()).toBeInViewport()
    })
  })
}

test('on a wide screen, the contents stay visible next to the text', async ({ blog }) => {
  await blog.setViewportSize({ width: 1280, height: 800 })
  await blog.goto(post)
  await blog
    .getByRole('heading', { name: 'One query', exact: true })
    .evaluate((heading) => heading.scrollIntoView())
  const contents = blog.getByRole('navigation', { name: 'Contents' })
  await expect(contents).toBeInViewport()
  const text = await blog.locator('.post-text').boundingBox()
  const list = await contents.boundingBox()
  expect(list?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0))
  await expect(contents.locator('[aria-current]')).toHaveText('One query')
})

test('in an older browser, the contents next to the text can be opened', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const css = await response.text()
    const body = css.replaceAll('::details-content', '::unknown-part')
    await route.fulfill({ response, body })
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(post)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const link = contents.getByRole('link', { name: 'One query' })
  await expect(link).toBeHidden()
  await contents.getByText('Contents').click()
  await expect(link).toBeVisible()
})

test('a button copies its code block and confirms it', async ({ blog, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await blog.goto(post)
  const block = blog.locator('.code-block').first()
  await block.hover()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(blog.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  await expect(block.getByRole('button')).toHaveText('Copied')
  expect(await blog.evaluate(() => navigator.clipboard.readText())).toBe(
    'FOREIGN KEY (parent_id, post_id) REFERENCES comments (id, post_id)',
  )
  await expect(block.getByRole('button')).toHaveText('Copy')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows no buttons that need JavaScript', async ({ blog }) => {
    await blog.goto(post)
    await expect(blog.locator('.copy-code').first()).toBeHidden()
  })
})

test('prints the text and the URLs of cards, without controls', { tag: '@nightly' }, async ({
  blog,
}) => {
  await blog.goto('/posts/what-happens-to-a-pasted-link')
  await blog.emulateMedia({ media: 'print' })
  for (const role of ['navigation', 'button', 'textbox'] as const)
    await expect(blog.getByRole(role)).toHaveCount(0)
  await expect(blog.getByRole('heading', { name: 'Write a comment' })).toHaveCount(0)
  await expect(
    blog
      .locator('.link-card')
      .first()
      .getByText(/^https:\/\//),
  ).toBeVisible()
})

test('lists have no layout shift', async ({ blog }) => {
  for (const path of ['/archive', '/tags', '/tags/comments'])
    expect(await layoutShift(blog, path), path).toBe(0)
})

test('on a phone, a summary in a list takes at most three lines', { tag: '@nightly' }, async ({
  blog,
}) => {
  await blog.setViewportSize({ width: 320, height: 800 })
  await blog.goto('/tags/comments')
  const lines = await blog
    .locator('.post-entry > p:not(.post-facts)')
    .evaluateAll((summaries) =>
      summaries.map(
        (summary) => summary.clientHeight / Number.parseFloat(getComputedStyle(summary).lineHeight),
      ),
    )
  expect(Math.round(Math.max(...lines))).toBe(3)
})

test('provides structured data about the post, its author and its counts', async ({ request }) => {
  const html = await (await request.get(post)).text()
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'How a thread is read',
    author: { name: 'Afterword' },
    keywords: ['comments', 'postgresql', 'next.js'],
    commentCount: 20,
    interactionStatistic: expect.arrayContaining([
      expect.objectContaining({ userInteractionCount: expect.any(Number) }),
    ]),
  })
})
