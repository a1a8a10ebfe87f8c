import pg from 'pg'
import { configurations, expect, test } from '@/e2e/support/blog'

const wall = `${'line\n'.repeat(150)}the last line`

/** Adds a published comment to a new post and returns the path of the post. */
async function addComment(content: string, postContent = 'Words.'): Promise<string> {
  const database = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL ?? '' })
  await database.connect()
  const slug = `look-${crypto.randomUUID()}`
  await database.query(
    `WITH post AS (INSERT INTO posts (slug, title, content, published_at, shown_at)
     VALUES ($1, 'Looks', $2, '2025-09-01', now()) RETURNING id)
     INSERT INTO comments (post_id, status, author_name, content) SELECT id, 'published', 'Ada', $3
       FROM post`,
    [slug, postContent, content],
  )
  await database.end()
  return `/posts/${slug}`
}

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('collapses a tall comment, and expands and collapses it again without JavaScript', async ({
      blog,
    }) => {
      await blog.goto(await addComment(wall))
      const comment = blog.locator('article.comment')
      const height = async () => (await comment.boundingBox())?.height ?? 0
      expect(await height()).toBeLessThan(1_400)
      await comment.getByText('Show more').click()
      expect(await height()).toBeGreaterThan(3_500)
      await expect(comment.getByText('Show more')).toBeHidden()
      await comment.getByText('Show less').click()
      expect(await height()).toBeLessThan(1_400)
    })
  })
}

test('shows a focused link inside a collapsed comment', async ({ blog }) => {
  await blog.goto(await addComment(`${wall} https://a.example/`))
  const link = blog.locator('.folded a')
  await blog.locator('.comment header a').focus()
  await blog.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
})

test('keeps code left-to-right in a right-to-left comment', async ({ blog }) => {
  await blog.goto(await addComment('שלום `f(a, b);` עולם\n\n```\nf(a, b);\n```'))
  const prose = blog.locator('.comment .prose')
  await expect(prose).toHaveCSS('direction', 'rtl')
  for (const code of await prose.locator('code').all()) {
    const { first, last } = await code.evaluate((element) => {
      const at = (offset: number) => {
        const range = document.createRange()
        range.setStart(element.firstChild ?? element, offset)
        range.setEnd(element.firstChild ?? element, offset + 1)
        return range.getBoundingClientRect().left
      }
      return { first: at(0), last: at('f(a, b);'.length - 1) }
    })
    expect(first).toBeLessThan(last)
  }
})

test('stacked combining marks in a comment do not cover its author', async ({ blog }) => {
  await blog.goto(await addComment('Words.'))
  const drawn = async () => (await blog.locator('.comment header').screenshot()).toString('base64')
  const prose = blog.locator('.comment .prose')
  const name = await drawn()
  // Fonts stack marks differently, so the test moves the text itself up.
  await prose
    .locator('p')
    .evaluate((paragraph) => paragraph.style.setProperty('transform', 'translateY(-2.5rem)'))
  expect(await drawn()).toBe(name)
  await prose.evaluate((element) => element.style.setProperty('overflow', 'visible'))
  expect(await drawn()).not.toBe(name)
})

test('renders table alignment and headings of all levels in a post', async ({ blog }) => {
  const levels = [1, 2, 3, 4, 5, 6]
    .map((level) => `${'#'.repeat(level)} Level ${level}`)
    .join('\n\n')
  await blog.goto(
    await addComment(
      'Words.',
      `| a | b | c |\n|---:|:---:|:---|\n| 1 | 2 | 3 |\n\n${levels}\n\nWords.`,
    ),
  )
  for (const [cell, alignment] of [
    ['1', 'right'],
    ['2', 'center'],
    ['3', 'left'],
  ] as const) {
    await expect(blog.getByRole('cell', { name: cell })).toHaveCSS('text-align', alignment)
  }
  const weight = (locator: ReturnType<typeof blog.locator>) =>
    locator.evaluate((element) => Number(getComputedStyle(element).fontWeight))
  const body = await weight(blog.locator('.post-text p').last())
  for (const level of [1, 2, 3, 4, 5, 6]) {
    expect(
      await weight(blog.getByRole('heading', { name: `Level ${level}`, exact: true })),
      `level ${level}`,
    ).toBeGreaterThan(body)
  }
})

test('wide code and tables extend beyond the text on wide screens only', async ({ blog }) => {
  const long = 'x'.repeat(200)
  const post = `\`\`\`\n${long}\n\`\`\`\n\n\`\`\`\nshort\n\`\`\`\n\n| a |\n|---|\n| ${long} |`
  await blog.goto(await addComment('Words.', post))
  const read = () =>
    blog.evaluate(() => {
      const widthOf = (element: Element | null | undefined) =>
        Math.round(element?.getBoundingClientRect().width ?? 0)
      const text = widthOf(document.querySelector('.post-text'))
      const blocks = [...document.querySelectorAll('.code, .table-scroll')].map(widthOf)
      return {
        beyond: blocks.map((width) => width - text),
        overflow: document.documentElement.scrollWidth - innerWidth,
      }
    })
  await blog.setViewportSize({ width: 1280, height: 800 })
  const wide = await read()
  expect(wide.beyond).toEqual([288, 0, 288])
  expect(wide.overflow).toBeLessThanOrEqual(0)
  await blog.setViewportSize({ width: 320, height: 800 })
  expect(await read()).toEqual({ beyond: [0, 0, 0], overflow: 0 })
})

test('copies the address of a comment, and announces it each time', async ({ blog, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await blog.goto(await addComment('Words.'))
  const comment = blog.locator('article.comment')
  // The script of the thread runs.
  await expect(comment.locator('time')).toHaveText(/now|ago/)
  await comment.locator('summary').click()
  const status = blog.getByRole('status').filter({ hasText: 'Link copied' })
  for (const name of ['Copy link', 'Link copied']) {
    await comment.getByRole('link', { name }).click()
    await expect(comment.getByRole('link', { name: 'Link copied' })).toBeVisible()
    await expect(status).toHaveCount(1)
    expect(await blog.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/comments\/\d+#comment-\d+$/,
    )
  }
})

test('opens the address of a comment in a new tab, or if the browser refuses to copy it', async ({
  blog,
  context,
}) => {
  await blog.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) },
    }),
  )
  await blog.goto(await addComment('Words.'))
  const comment = blog.locator('article.comment')
  // The script of the thread runs.
  await expect(comment.locator('time')).toHaveText(/now|ago/)
  await comment.locator('summary').click()
  const link = comment.getByRole('link', { name: 'Copy link' })
  const opened = context.waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/comments\/\d+#comment-\d+$/)
  await link.click()
  await expect(blog).toHaveURL(/\/comments\/\d+#comment-\d+$/)
})

test('name, badge and date are on one line', async ({ blog }) => {
  const path = await addComment('Words.')
  const database = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL ?? '' })
  await database.connect()
  await database.query(
    `UPDATE posts SET pinned_comment_id = comments.id FROM comments
      WHERE post_id = posts.id AND slug = $1`,
    [path.slice('/posts/'.length)],
  )
  await database.end()
  for (const width of [1280, 320]) {
    await blog.setViewportSize({ width, height: 800 })
    await blog.goto(path)
    await expect(blog.locator('.comment-mark')).toHaveText('Pinned')
    const middles = await blog.locator('.comment > header > div > *').evaluateAll((parts) =>
      parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect()
        return (top + bottom) / 2
      }),
    )
    expect(middles).toHaveLength(3)
    expect(Math.max(...middles) - Math.min(...middles), `${width} px`).toBeLessThan(8)
  }
})
