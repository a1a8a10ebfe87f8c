import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { test as base, expect, newAddress } from '@/e2e/support/blog'
import { addSession } from './add-session'
import { owner } from './owner'

/**
 * A post for each test, and a database connection. All tests share the queues of the admin area, so
 * each searches for its own word.
 */
export type Admin = {
  slug: string
  word: string
  add: (fields?: {
    status?: string
    author?: string
    content?: string
    waiting?: string
  }) => Promise<number>
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
}

/** Every admin page whose path has no parameters, with query strings that change it. */
export const adminPages = [
  ...[
    'comments',
    'posts',
    'pages',
    'images',
    'stats',
    'blocks',
    'people',
    'settings',
    'settings/appearance',
    'settings/comments',
    'settings/status',
    'sites',
    'import',
    'sites/new',
  ].map((name) => `/admin/${name}`),
  '/admin/readers',
  '/admin/readers?error=not-found',
  '/admin/account?error=new-password',
  '/admin/account?done=session-ended',
  '/admin',
  '/admin/nothing',
]

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const browserCookie = {
  domain: '127.0.0.1',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax' as const,
}

export const test = base.extend<{ admin: Admin }, { signedIn: State }>({
  // Adds a session to the database, because sign-ins are rate limited.
  signedIn: [
    async ({ browserName: _ }, use) => {
      const client = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL })
      await client.connect()
      const value = await addSession(client)
      await client.end()
      await use({ cookies: [{ ...browserCookie, name: 'session', value }], origins: [] })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
  admin: async ({ browserName: _ }, use) => {
    const client = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL })
    await client.connect()
    const word = `w${randomUUID().slice(0, 8)}`
    const slug = `admin-${word}`
    await client.query(
      `INSERT INTO posts (slug, title, content, tags, published_at, shown_at)
       VALUES ($1, $2, 'Words.', '{}', '2025-09-01', now())`,
      [slug, `On ${word}`],
    )
    const add: Admin['add'] = async ({
      status = 'pending',
      author = 'Ada',
      content = 'Some words',
      waiting,
    } = {}) => {
      const { rows } = await client.query(
        `INSERT INTO comments (post_id, status, author_name, content, waiting_content,
         waiting_since, network_hash, network_key, screening)
         SELECT id, $2::comment_status, $3, $4, $5::text,
           CASE WHEN $5::text IS NOT NULL THEN now() END, $6, $6,
           '[{"rule":"links","verdict":"pending","reason":"4 links"}]'
           FROM posts WHERE slug = $1 RETURNING id`,
        [slug, status, author, `${content} ${word}`, waiting, `network of ${word}`],
      )
      return rows[0].id
    }
    await use({
      slug,
      word,
      add,
      sql: async (text, values) => (await client.query(text, values)).rows,
    })
    await client.end()
  },
})

export async function signIn(page: Page, next: string): Promise<void> {
  await page.goto(next)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Comments by status' })).toBeVisible({
    timeout: 20_000,
  })
}

/** Opens a page and waits until its script runs, if JavaScript is enabled. */
export async function openAdmin(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
}

export const card = (page: Page, id: number) => page.locator(`.admin-comment[data-id="${id}"]`)
export const toast = (page: Page) =>
  page.locator('.admin-toast, .admin-notice').filter({ hasText: /\S/ })

/**
 * Returns what the public sees of a post's comments: in the API, on the page, in the feed, and as a
 * count.
 */
export async function publicContent(request: APIRequestContext, slug: string) {
  const { comments, count } = await (await request.get(`/api/comments?slug=${slug}`)).json()
  const page = await (await request.get(`/posts/${slug}`)).text()
  const feed = await (await request.get(`/posts/${slug}/comments.xml`)).text()
  const heading = /id="comments-heading"[^>]*>([^<]*)</.exec(page)?.[1]
  return {
    ids: comments.map(({ id }: { id: number }) => id) as number[],
    count: Number(count),
    page,
    feed,
    heading,
  }
}

export async function expectPublic(
  request: APIRequestContext,
  slug: string,
  ids: number[],
): Promise<void> {
  const content = await publicContent(request, slug)
  expect(content.ids).toEqual(ids)
  expect(content.count).toBe(ids.length)
  expect(
    [...content.page.matchAll(/<article id="comment-(\d+)"/g)].map(([, id]) => Number(id)),
  ).toEqual(ids)
  expect(content.feed.split('<entry>').length - 1).toBe(ids.length)
  expect(content.heading).toBe(
    ids.length === 0
      ? 'No comments yet'
      : ids.length === 1
        ? '1 comment'
        : `${ids.length} comments`,
  )
}

export async function readerOf(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: process.env.BLOG_URL ?? '' })).newPage()
}

/** Signs a new moderator in, so that no concurrent test makes the last decision. */
export async function becomeModerator(page: Page, { sql, word }: Admin): Promise<void> {
  await sql(
    `INSERT INTO staff (id, name, email, role)
     VALUES ($1, $1, $1 || '@sealed.invalid', 'moderator')`,
    [word],
  )
  const value = await addSession({ query: sql }, word)
  await page.context().addCookies([{ ...browserCookie, name: 'session', value }])
}
