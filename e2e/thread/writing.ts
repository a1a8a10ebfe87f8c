import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import pg from 'pg'
import { test as base, expect, newAddress } from '@/e2e/support/blog'

/** The path of the post for the running test. */
export let path = ''

export async function runSql(sql: string, values: unknown[]): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL ?? '' })
  await database.connect()
  await database.query(sql, values)
  await database.end()
}

export const test = base.extend<{ ownPost: undefined }>({
  /** Gives every test its own client address, so that tests do not share rate limits. */
  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
  /**
   * Gives every test its own post, so that other comments do not push its comments off the
   * first page.
   */
  ownPost: [
    async ({ browserName: _ }, use) => {
      const slug = `written-on-${randomUUID().slice(0, 8)}`
      await runSql(
        `INSERT INTO posts (slug, title, content, published_at, shown_at)
         VALUES ($1, 'Written on', 'Words.', '2025-01-01', now())`,
        [slug],
      )
      path = `/posts/${slug}`
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Returns text that no other test writes. */
export const uniqueText = (prefix: string) => `${prefix} ${randomUUID().slice(0, 8)}`

export const mainForm = (page: Page) => page.locator('#comments > .comment-form')
export const commentOf = (page: Page, text: string) =>
  page.locator('article.comment:not([aria-busy])').filter({ hasText: text })

export async function write(
  form: Locator,
  { name, text }: { name?: string; text: string },
): Promise<void> {
  if (name !== undefined) await form.getByLabel('Name').fill(name)
  await form.getByRole('textbox', { name: 'Comment' }).fill(text)
  await form.getByRole('button', { name: /^Post/ }).click()
}

export async function countInApi(page: Page, text: string): Promise<number> {
  const json = await (
    await page.request.get(`/api/comments?slug=${path.slice('/posts/'.length)}`)
  ).text()
  return json.split(text).length - 1
}

/** Opens the page, and waits until the script of the form runs, which loads near the thread. */
export async function open(page: Page): Promise<void> {
  await page.goto(path)
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await expect(mainForm(page)).toHaveJSProperty('noValidate', true)
}

/** Opens the menu of a comment, unless it is open. */
export async function openMenu(comment: Locator): Promise<Locator> {
  const menu = comment.locator('.comment-menu')
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click()
  return menu
}
