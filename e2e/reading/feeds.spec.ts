import pg from 'pg'
import { expect, test } from '@/e2e/support/blog'
import { openFeedReader } from './feed-reader'

/**
 * Contains every control character that PostgreSQL accepts, the end of a CDATA section, markup, and
 * characters that XML forbids.
 */
const controls = Array.from({ length: 0x9f }, (_, index) => String.fromCharCode(index + 1))
const specialCharacters = `${controls.join('')}]]> &amp; &bogus; <b "\uFFFE\uFFFF 🎉`

test('feeds and sitemaps are well-formed for any content of a post', async ({
  request,
  context,
}) => {
  const database = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL ?? '' })
  await database.connect()
  await database.query(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at, shown_at)
     VALUES ('all-characters', $1, $1, $1 || E'\n\n\`\`\`\n' || $1 || E'\n\`\`\`',
       ARRAY['nasty', $1], '2025-10-01', now())`,
    [specialCharacters],
  )
  await database.end()
  const reader = await openFeedReader(context)
  for (const path of [
    '/feed.xml',
    '/atom.xml',
    '/comments.xml',
    '/tags/nasty/feed.xml',
    '/sitemap.xml',
    '/opensearch.xml',
  ]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(await reader.findError(await response.text()), path).toBe('')
  }
  expect((await (await request.get('/feed.json')).json()).items.length).toBeGreaterThan(0)
})

test('a feed reader discovers the feed from the page and the post from the feed', async ({
  blog,
  context,
}) => {
  await blog.goto('/posts/how-a-thread-is-read')
  const path = await blog
    .locator('link[rel=alternate][type="application/rss+xml"]')
    .getAttribute('href')
  const feed = await (await blog.request.get(path ?? '')).text()
  const links = await (await openFeedReader(context)).readLinks(feed)
  const found = links.map((link) => new URL(link).pathname)
  expect(found).toContain('/posts/how-a-thread-is-read')
  await blog.goto(found.find((one) => one.endsWith('how-a-thread-is-read')) ?? '')
  await expect(blog.getByRole('heading', { level: 1 })).toHaveText('How a thread is read')
})
