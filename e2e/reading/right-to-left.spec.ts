import type pg from 'pg'
import { expect } from '@/e2e/support/blog'
import { test } from '@/e2e/support/own-blog'

// The tests share one blog, so they run one after the other.
test.describe.configure({ mode: 'serial' })
test.use({ ownedBy: 'right_to_left' })

type Added = { slug: string; author: string; comment: string }

/** Adds a post with a Hebrew title and one comment. */
async function addPost(database: pg.Client, { slug, author, comment }: Added): Promise<void> {
  await database.query(
    `WITH post AS (INSERT INTO posts (slug, title, content, published_at)
       VALUES ($1, 'כותרת', 'מילים.', '2025-10-02') RETURNING id)
     INSERT INTO comments (post_id, status, author_name, content)
     SELECT id, 'published', $2, $3 FROM post`,
    [slug, author, comment],
  )
}

test('on a right-to-left page, English text keeps its order and is right-aligned', async ({
  own,
  page,
}) => {
  await own.database.query(
    `INSERT INTO blog_settings (id, name, description, language)
     VALUES (1, 'יומן', 'A journal.', 'yi') ON CONFLICT (id) DO
     UPDATE SET description = excluded.description, language = 'yi'`,
  )
  await own.database.query(
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ('hebrew', 'שלום', 'מילים.', '2025-10-01')`,
  )
  await own.database.query(
    `INSERT INTO comments (post_id, status, author_name, content)
     SELECT id, 'published', 'רות', 'כן.' FROM posts, generate_series(1, 3) WHERE slug = 'hebrew'`,
  )
  // The server reads the settings again after a few seconds.
  await expect
    .poll(async () => (await page.request.get('/privacy')).text(), { timeout: 15_000 })
    .toContain('dir="rtl"')
  await page.goto('/posts/hebrew')
  const place = await page.getByRole('heading', { name: '3 comments' }).evaluate((heading) => {
    const left = (text: string) => {
      const range = document.createRange()
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(text) ?? -1
        if (at === -1) continue
        range.setStart(node, at)
        range.setEnd(node, at + text.length)
        return range.getBoundingClientRect().left
      }
      return Number.NaN
    }
    return {
      number: left('3'),
      word: left('comments'),
      right: heading.getBoundingClientRect().right,
      section: heading.closest('section')?.getBoundingClientRect().right,
    }
  })
  expect(place.number).toBeLessThan(place.word)
  expect(place.right).toBeCloseTo(place.section ?? 0, 0)
  const [text, footer] = await page.getByText('A journal.').evaluate((paragraph) => {
    const range = document.createRange()
    range.selectNodeContents(paragraph)
    return [range, paragraph.parentElement].map((one) => one?.getBoundingClientRect().right ?? 0)
  })
  expect(text).toBeCloseTo(footer ?? 0, 0)
})

test('the title above a page of comments has its own direction', async ({ own, page }) => {
  await addPost(own.database, { slug: 'title', author: 'רות', comment: 'כן.' })
  await page.goto('/posts/title/comments/newest')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl')
})

test('an avatar is at the right of a name in Latin letters', async ({ own, page }) => {
  await addPost(own.database, { slug: 'latin', author: 'Ada Lovelace', comment: 'Yes.' })
  await page.goto('/posts/latin')
  const [avatar, name] = await page
    .locator('.comment > header :is(.avatar, h3)')
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { left, right } = part.getBoundingClientRect()
        return { left, right }
      }),
    )
  expect(avatar?.left).toBeGreaterThanOrEqual(name?.right ?? Number.NaN)
})

test('an empty field is right-to-left, and English text in it left-to-right', async ({ page }) => {
  await page.goto('/posts/late')
  const field = page.getByRole('textbox', { name: 'Comment', exact: true })
  await expect(field).toHaveCSS('direction', 'rtl')
  await field.fill('A comment.')
  await expect(field).toHaveCSS('direction', 'ltr')
})

test('a logo that is narrower than its place is at the right', async ({ page }) => {
  await page.goto('/posts/late')
  // Only the home page has a masthead, and that of this blog was cached before its first post.
  await page.locator('main').evaluate((main) => {
    const masthead = document.createElement('div')
    masthead.className = 'masthead'
    const heading = document.createElement('h1')
    heading.append(new Image())
    masthead.append(heading)
    main.append(masthead)
  })
  await expect(page.locator('.masthead h1 img')).toHaveCSS('object-position', '100% 50%')
})
