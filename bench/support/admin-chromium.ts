/** Runs Chromium in the admin area, for figures that need a browser. */
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import type { Blog } from '@/bench/support/prepare'
import { signIn } from '@/bench/support/sign-in'
import { programPath } from '@/test/servers/find-program'

/**
 * Runs one measurement in a page that is signed in as the owner.
 * @param options changes to the default, a window of 1,280 × 800 px
 */
export async function withAdminPage<Result>(
  { server, database }: Blog,
  measure: (page: Page) => Promise<Result>,
  options: BrowserContextOptions = {},
): Promise<Result> {
  const [name = '', ...value] = (await signIn(database)).split('=')
  const browser = await chromium.launch({
    executablePath: programPath('chromium'),
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1_280, height: 800 },
      ...options,
    })
    await context.addCookies([{ name, value: value.join('='), domain: '127.0.0.1', path: '/' }])
    return await measure(await context.newPage())
  } finally {
    await browser.close()
  }
}

/** Adds a draft with the given text and returns its address in the editor. */
export async function addDraft(
  { database }: Blog,
  content: string,
  slug = 'a-long-draft',
): Promise<string> {
  const { rows } = await database.sql(
    `INSERT INTO posts (slug, title, content, tags, draft, published_at)
     VALUES ($2, 'A long draft', $1, '{}', true, now())
     ON CONFLICT (slug) DO UPDATE SET content = excluded.content RETURNING id`,
    [content, slug],
  )
  return `/admin/posts/${rows[0].id}`
}
