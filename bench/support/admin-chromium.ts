/** Runs Chromium in the admin area, for figures that need a browser. */
import { chromium, type Page } from '@playwright/test'
import type { Blog } from '@/bench/support/prepare'
import { signIn } from '@/bench/support/sign-in'
import { programPath } from '@/test/servers/find-program'

/** Runs one measurement in a page that is signed in as the owner. */
export async function withAdminPage<Result>(
  { server, database }: Blog,
  measure: (page: Page) => Promise<Result>,
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
    })
    await context.addCookies([{ name, value: value.join('='), domain: '127.0.0.1', path: '/' }])
    return await measure(await context.newPage())
  } finally {
    await browser.close()
  }
}

/** Adds a draft with the given text and returns its address in the editor. */
export async function addDraft({ database }: Blog, content: string): Promise<string> {
  const { rows } = await database.sql(
    `INSERT INTO posts (slug, title, content, tags, draft, published_at)
     VALUES ('a-long-draft', 'A long draft', $1, '{}', true, now())
     ON CONFLICT (slug) DO UPDATE SET content = excluded.content RETURNING id`,
    [content],
  )
  return `/admin/posts/${rows[0].id}`
}
