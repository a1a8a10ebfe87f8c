import pg from 'pg'
import { configurations, expect, test } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { layoutShift } from '@/e2e/support/layout-shift'

const slug = 'ten-thousand'
const post = `/posts/${slug}`

/** The root of the long and deep thread, and one comment on its deepest level. */
let top = 0
let deep = 0

/**
 * Adds a post with 10,000 comments: 995 threads of ten, and one with 45 comments on the sixth
 * level. The first worker adds it and the others wait. Triggers are disabled for speed, so the
 * columns that they maintain are set here.
 */
test.beforeAll(async () => {
  const database = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL ?? '' })
  await database.connect()
  await database.query('BEGIN')
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO posts (slug, title, content, published_at, shown_at)
     VALUES ($1, 'What ten thousand people say', 'Say it.', '2025-09-01', now())
     ON CONFLICT DO NOTHING RETURNING id`,
    [slug],
  )
  if (rows[0]) await addComments(database, rows[0].id)
  await database.query(
    `INSERT INTO imported_comments (post_id, source_id, comment_id, anchor)
     SELECT post_id, 'isso:' || comments.id, comments.id, 'isso-' || comments.id
       FROM comments JOIN posts ON posts.id = post_id
      WHERE slug = $1 AND comments.depth = 6 ON CONFLICT DO NOTHING`,
    [slug],
  )
  await database.query('COMMIT')
  const found = await database.query<{ top: number; deep: number }>(
    `SELECT thread_id AS top, comments.id AS deep FROM comments JOIN posts ON posts.id = post_id
     WHERE slug = $1 AND comments.content = 'Level 6, comment 30'`,
    [slug],
  )
  top = found.rows[0]?.top ?? 0
  deep = found.rows[0]?.deep ?? 0
  await database.end()
})

async function addComments(database: pg.Client, postId: number): Promise<void> {
  await database.query('SET LOCAL session_replication_role = replica')
  await database.query(
    `INSERT INTO comments (post_id, status, author_name, content, created_at, published_replies)
     SELECT $1, 'published', 'Reader ' || n, 'Thread ' || n,
       timestamptz '2025-10-02' + n * interval '1 minute', 9 FROM generate_series(1, 995) AS n`,
    [postId],
  )
  await database.query(
    `INSERT INTO comments (post_id, parent_id, thread_id, depth, status, author_name, content,
     created_at)
     SELECT post_id, id, id, 2, 'published', 'Another reader', 'Reply ' || n || ' to ' || content,
       created_at + n * interval '1 second'
       FROM comments, generate_series(1, 9) AS n WHERE post_id = $1 AND parent_id IS NULL`,
    [postId],
  )
  await database.query('SET LOCAL session_replication_role = origin')
  let parentId: number | null = null
  for (let level = 1; level <= 5; level++)
    parentId = await addComment(database, postId, parentId, `Level ${level}`)
  for (let i = 1; i <= 45; i++)
    await addComment(database, postId, parentId, `Level 6, comment ${i}`)
}

async function addComment(
  database: pg.Client,
  postId: number,
  parentId: number | null,
  content: string,
): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO comments (post_id, parent_id, status, author_name, content, created_at)
     VALUES ($1, $2, 'published', 'Deep reader', $3, timestamptz '2025-10-02 08:00:30')
       RETURNING id`,
    [postId, parentId, content],
  )
  return rows[0]?.id ?? 0
}

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('pages through ten thousand comments, back to the first page, and newest first', async ({
      blog,
    }) => {
      await blog.goto(post)
      await expect(blog.getByRole('heading', { name: '10,000 comments' })).toBeVisible()
      expect(await blog.locator('article.comment').count()).toBeLessThanOrEqual(60)
      await blog.getByRole('link', { name: 'Later comments' }).click()
      await expect(blog).toHaveURL(/\/comments\/after\/\d+#comments$/)
      await expect(blog.getByText('Thread 1', { exact: true })).toHaveCount(0)
      await blog.getByRole('link', { name: 'Later comments' }).click()
      await blog.getByRole('link', { name: 'From the first comment' }).click()
      await expect(blog.getByText('Thread 1', { exact: true })).toBeInViewport()
      await blog.getByRole('link', { name: 'Newest first' }).click()
      await expect(blog.locator('article.comment').first()).toContainText('Thread 995')
      await blog.getByRole('link', { name: 'Earlier comments' }).click()
      await expect(blog).toHaveURL(/\/comments\/before\/\d+#comments$/)
      await blog.getByRole('link', { name: 'What ten thousand people say' }).click()
      await expect(blog).toHaveURL(post)
    })

    test('the permalink of a nested comment shows it and its parent', async ({ blog }) => {
      await blog.goto(`${post}/comments/${deep}#comment-${deep}`)
      const comment = blog.locator(`#comment-${deep}`)
      await expect(comment).toContainText('Level 6, comment 30')
      await expect(comment).toBeInViewport()
      await expect(comment).not.toHaveCSS('box-shadow', 'none')
      const above = blog.getByRole('navigation', { name: 'Parent comments' })
      await expect(above.locator('q')).toHaveText([
        'Level 1',
        'Level 2',
        'Level 3',
        'Level 4',
        'Level 5',
      ])
      await above.getByRole('link').first().click()
      await expect(blog).toHaveURL(`${post}/comments/${top}#comment-${top}`)
      await expect(blog.locator(`#comment-${top}`)).toContainText('Level 1')
      await blog.getByRole('link', { name: 'All comments' }).click()
      await expect(blog).toHaveURL(`${post}#comments`)
    })

    test('plain links continue a deep thread to its last comment', async ({ blog }) => {
      await blog.goto(`${post}/comments/${top}`)
      await expect(blog.getByText('Level 6, comment 10')).toBeVisible()
      await expect(blog.getByText('Level 6, comment 11')).toHaveCount(0)
      await blog.getByRole('link', { name: '35 more replies to Deep reader' }).click()
      await expect(blog.getByText('Level 6, comment 11')).toBeVisible()
      await blog.getByRole('link', { name: 'Later replies' }).click()
      await expect(blog.getByText('Level 6, comment 45')).toBeVisible()
      await expect(blog.getByRole('link', { name: 'Later replies' })).toHaveCount(0)
      await blog.getByRole('link', { name: 'Earlier replies' }).click()
      await expect(blog.getByText('Level 6, comment 1', { exact: true })).toBeVisible()
    })

    if (!use.javaScriptEnabled) {
      test('shows absolute dates without JavaScript', async ({ blog }) => {
        await blog.goto(post)
        await expect(blog.locator('.comment time').first()).toHaveText('Oct 2, 2025')
      })
      return
    }

    test('keeps relative dates current with JavaScript, without layout shift', async ({ blog }) => {
      await blog.clock.install({ time: new Date('2025-10-02T00:04:30Z') })
      await blog.goto(post)
      const time = blog.locator('.comment time').first()
      await expect(time).toHaveText('3 minutes ago')
      await expect(time).toHaveAttribute('title', 'Oct 2, 2025, 00:01 UTC')
      await expect(time).toHaveAttribute('datetime', '2025-10-02T00:01:00.000Z')
      await blog.clock.runFor(2 * 60 * 60 * 1_000)
      await expect(time).toHaveText('2 hours ago')
    })

    test('an old page address redirects to the current page of the comment', async ({ blog }) => {
      await blog.goto(`${post}#comment-${deep}`)
      await expect(blog).toHaveURL(`${post}/comments/${deep}#comment-${deep}`)
      await expect(blog.locator(`#comment-${deep}`)).toBeInViewport()
    })

    test('a permalink of the old system leads to the imported comment', async ({ blog }) => {
      await blog.goto(`${post}#isso-${deep}`)
      await expect(blog).toHaveURL(`${post}/comments/${deep}#comment-${deep}`)
      await expect(blog.locator(`#comment-${deep}`)).toBeInViewport()
    })

    const pages = {
      'the post': () => post,
      'the page of newest comments': () => `${post}/comments/newest`,
      'a long thread': () => `${post}/comments/${top}`,
      'a deep comment': () => `${post}/comments/${deep}`,
    }
    for (const [what, path] of Object.entries(pages)) {
      test(`${what} is accessible, does not overflow, and has no layout shift`, async ({
        blog,
      }) => {
        expect(await layoutShift(blog, path())).toBe(0)
        await expectAccessible(blog)
      })
    }
  })
}

test('each page of a post with ten thousand comments has at most 200 kB', async ({ request }) => {
  for (const path of [post, `${post}/comments/newest`, `${post}/comments/${top}`]) {
    const { length } = await (await request.get(path)).body()
    expect(length, path).toBeLessThanOrEqual(200_000)
  }
})
