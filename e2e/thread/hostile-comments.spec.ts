import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, isWholeMatrix, test } from '@/e2e/support/blog'
import { hostileSubmissions } from '@/test/comments/hostile-submissions'

const accepted = hostileSubmissions.filter(({ status }) => status === 201)

// Only in the nightly run. In `npm test`, app/api/comments/hostile.test.ts sends the same comments.
for (const colorScheme of isWholeMatrix ? (['light', 'dark'] as const) : []) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 800 } })

    test('hostile comments run no script, load nothing and stay in their box', async ({ blog }) => {
      test.setTimeout(90_000)
      const slug = `hostile-${colorScheme}`
      const database = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL ?? '' })
      await database.connect()
      await database.query(
        `INSERT INTO posts (slug, title, content, published_at, shown_at)
         VALUES ($1, 'What strangers write', 'Write.', '2025-09-01', now())`,
        [slug],
      )
      for (const [index, { fields }] of accepted.entries()) {
        const response = await blog.request.post('/api/comments', {
          data: { content: 'Words.', author_name: 'Ada', ...fields, slug },
          headers: {
            'Idempotency-Key': randomUUID(),
            'X-Forwarded-For': `10.66.${colorScheme === 'light' ? 1 : 2}.${index}`,
          },
        })
        expect(response.status()).toBe(201)
      }
      // Publishes the held comments, as if a moderator had approved them.
      await database.query(
        `UPDATE comments SET status = 'published' FROM posts WHERE posts.id = post_id AND slug = $1
         AND status IN ('pending', 'spam')`,
        [slug],
      )
      await database.end()

      const dialogs: string[] = []
      blog.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      let pages = 0
      let comments = 0
      for (let next: string | null = `/posts/${slug}`; next !== null; pages++) {
        await blog.goto(next, { waitUntil: 'networkidle' })
        comments += await blog.locator('article.comment').count()
        const { width, viewport } = await blog.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          viewport: window.innerWidth,
        }))
        expect(width, next).toBeLessThanOrEqual(viewport)
        expect(
          await blog
            .locator(
              '.comment :is(script, img, iframe, style, form, base, ' +
                'meta, [onload], [onerror], [onmouseover])',
            )
            .count(),
        ).toBe(0)
        const later = blog.getByRole('link', { name: 'Later comments' })
        next = (await later.count()) > 0 ? await later.getAttribute('href') : null
      }
      expect(comments).toBe(accepted.length)
      expect(pages).toBeGreaterThan(2)
      expect(dialogs).toEqual([])

      const feed = await (await blog.request.get(`/posts/${slug}/comments.xml`)).text()
      // The policy of the blog's pages forbids parsing.
      await blog.goto('about:blank')
      const errors = await blog.evaluate(
        (xml) =>
          new DOMParser().parseFromString(xml, 'application/xml').querySelectorAll('parsererror')
            .length,
        feed,
      )
      expect(errors).toBe(0)
    })
  })
}
