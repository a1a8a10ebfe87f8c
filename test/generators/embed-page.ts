import { type Browser, expect as playwrightExpect } from '@playwright/test'
import { slugOfUrl } from '@/lib/threads/thread-slug'
import messages from '@/messages/en.json'
import type { TestServer } from '@/test/servers/server'

const { commentForm, ownComments } = messages

/** Waits for a page on a busy machine. */
export const expect = playwrightExpect.configure({ timeout: 30_000 })

/**
 * Opens a page with `<afterword-comments>`, writes its first comment, and finds it after a reload.
 * Without JavaScript, the page links to its thread. Prints the time to the first comment.
 * @param buildMs time to install the generator and build the page, in milliseconds
 */
export async function writeInEmbed(
  browser: Browser,
  server: TestServer,
  url: string,
  buildMs: number,
): Promise<void> {
  const start = Date.now()
  const slug = slugOfUrl(url) ?? ''
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const plainPage = await plain.newPage()
  await plainPage.goto(url)
  const href = await plainPage.getByRole('link', { name: 'Read the comments' }).getAttribute('href')
  expect(href?.replace(/\/$/, '')).toBe(`${server.url}/threads/${slug}`)
  await plain.close()

  const page = await browser.newPage()
  const errors: unknown[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await page.locator('afterword-comments').scrollIntoViewIfNeeded()
  await page.getByLabel(commentForm.name, { exact: true }).fill('Ada')
  // Screening holds comments that are written faster than people type, and repeated ones.
  const content = `Some *words* on ${new URL(url).host}.`
  await page.locator('textarea[name=content]').pressSequentially(content, { delay: 80 })
  // A minute allows five comments, and on a busy machine the check of the page may time out.
  await expect(async () => {
    await page.getByRole('button', { name: commentForm.submit }).click()
    await expect(page.locator('afterword-comments')).toContainText(ownComments.published, {
      timeout: 10_000,
    })
  }).toPass({ timeout: 90_000 })
  await expect(page.locator('article em')).toHaveText('words')
  const [build, total] = [buildMs, buildMs + Date.now() - start].map((ms) => Math.round(ms / 1_000))
  console.log(`${new URL(url).hostname}: first comment after ${total} s, ${build} s of it to build`)
  await page.reload()
  await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
  expect(errors).toEqual([])
  await page.close()

  const { json } = await server.request(`/api/threads?${new URLSearchParams({ slug })}`)
  expect(json).toMatchObject({ slug, title: 'Hello', count: 1 })
}
