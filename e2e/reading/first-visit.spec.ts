import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, firstInGate, newAddress, test } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { mainForm, runSql, uniqueText } from '@/e2e/thread/writing'
import { openFeedReader } from './feed-reader'

/** Exceeds the number of tab stops on any page. */
const stopsMax = 150

/**
 * Presses Tab or Shift+Tab until the target has focus, and expects each focused element to be
 * visible.
 */
async function tabTo(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < stopsMax; stops++) {
    await page.keyboard.press(key)
    if (!(await place.evaluate((element) => element === document.activeElement))) continue
    await expect(place).toBeInViewport()
    const { outlineStyle, outlineWidth } = await place.evaluate((element) =>
      getComputedStyle(element),
    )
    expect(`${outlineStyle} ${outlineWidth}`).toMatch(/^(?:auto|solid) [1-9]/)
    return
  }
  throw new Error(`${place} was not reached by ${key}`)
}

/** Adds a post with a table of contents, a card, and tags that other posts share. */
async function addPost(): Promise<{ path: string; title: string }> {
  const slug = `first-visit-${randomUUID().slice(0, 8)}`
  const title = uniqueText('A first visit')
  const parts = ['Arriving', 'Reading', 'Answering'].map(
    (name) => `## ${name}\n\n${'Words to read. '.repeat(120)}`,
  )
  await runSql(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at, shown_at)
     VALUES ($1, $2, 'For who comes first.', $3, '{comments,postgresql}', '2025-01-01', now())`,
    [slug, title, `${parts.join('\n\n')}\n\nhttps://www.rfc-editor.org/rfc/rfc9457`],
  )
  return { path: `/posts/${slug}`, title }
}

const visits = [
  { name: 'keyboard alone', use: { viewport: { width: 1280, height: 800 } }, hasScript: true },
  {
    // A zoom of 200 % is half the width at twice the pixel density.
    name: 'keyboard alone, at 200 % in forced colours',
    use: {
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
      contextOptions: { forcedColors: 'active' as const },
    },
    hasScript: true,
  },
  {
    name: 'keyboard alone, without JavaScript',
    use: { javaScriptEnabled: false },
    hasScript: false,
  },
]

for (const { name, use, hasScript } of firstInGate(visits)) {
  test.describe(name, () => {
    test.use({ ...use, extraHTTPHeaders: { 'X-Forwarded-For': newAddress() } })

    test('links lead from a search engine to a post, its card, a comment and the feed', async ({
      blog,
      context,
    }) => {
      test.setTimeout(60_000)
      const post = await addPost()
      await blog.goto(post.path, { referer: 'https://search.example/' })
      await expect(blog.getByRole('heading', { level: 1 })).toHaveText(post.title)
      if (hasScript) await expectAccessible(blog)

      const contents = blog.getByRole('navigation', { name: 'Contents' })
      const section = contents.getByRole('link', { name: 'Answering' })
      if (await section.isHidden()) {
        await tabTo(blog, contents.locator('summary'))
        await blog.keyboard.press('Enter')
      }
      await tabTo(blog, section)
      await blog.keyboard.press('Enter')
      await expect(blog.getByRole('heading', { name: 'Answering', exact: true })).toBeInViewport()

      const card = blog.locator('.link-card a')
      await tabTo(blog, card)
      await expect(card).toHaveAttribute('href', 'https://www.rfc-editor.org/rfc/rfc9457')
      await expect(card).toContainText('Problem Details')

      const content = uniqueText('Read to the end')
      const form = mainForm(blog)
      await tabTo(blog, form.getByLabel('Name'))
      await blog.keyboard.type('Ada')
      await tabTo(blog, form.getByRole('textbox', { name: 'Comment' }))
      await blog.keyboard.type(content)
      await tabTo(blog, form.getByRole('button', { name: /^Post/ }))
      await blog.keyboard.press('Enter')
      if (hasScript) {
        await expect(
          blog.locator('article.comment:not([aria-busy])').filter({ hasText: content }),
        ).toBeFocused()
      } else {
        await expect(blog.getByRole('heading', { level: 1 })).toHaveText(
          'Your comment has been published',
        )
        await tabTo(blog, blog.getByRole('main').getByRole('link', { name: post.title }))
        await blog.keyboard.press('Enter')
        await expect(blog).toHaveURL(/#comment-\d+$/)
        await expect(blog.getByRole('article').filter({ hasText: content })).toBeInViewport()
        // On the page of a comment, the post is one link further.
        await tabTo(
          blog,
          blog.getByRole('heading', { level: 1 }).getByRole('link', { name: post.title }),
          'Shift+Tab',
        )
        await blog.keyboard.press('Enter')
        await expect(blog).toHaveURL(post.path)
      }

      const related = blog.getByRole('region', { name: 'Read next' }).getByRole('link').first()
      const title = (await related.textContent()) ?? ''
      await tabTo(blog, related, hasScript ? 'Shift+Tab' : 'Tab')
      await blog.keyboard.press('Enter')
      await expect(blog.getByRole('heading', { level: 1 })).toHaveText(title)

      const feed = blog.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'RSS' })
      await tabTo(blog, feed)
      const response = await blog.request.get((await feed.getAttribute('href')) ?? '')
      expect(response.headers()['content-type']).toContain('application/rss+xml')
      expect(await (await openFeedReader(context)).readLinks(await response.text())).toContainEqual(
        expect.stringContaining('/posts/'),
      )
    })
  })
}
