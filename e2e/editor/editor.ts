import type { Locator, Page } from '@playwright/test'
import { test as admin } from '@/e2e/admin/admin'
import { expect } from '@/e2e/support/blog'

/** A post that is open in the editor, and its saved state. */
type Editor = {
  path: string
  text: Locator
  status: Locator
  /** Returns the last saved version, which may be the working copy. */
  saved: () => Promise<{ content: string; title: string; revision: number }>
  /** Saves the post as another user. */
  saveElsewhere: (content: string) => Promise<void>
}

export const test = admin.extend<{ editor: Editor }>({
  editor: async ({ admin, page }, use) => {
    const [row] = await admin.sql('SELECT id FROM posts WHERE slug = $1', [admin.slug])
    const id = Number(row?.id)
    await use({
      path: `/admin/posts/${id}`,
      text: textOf(page),
      status: statusOf(page),
      saved: async () => {
        const [post] = await admin.sql(
          `SELECT coalesce(copy.content, posts.content) AS content,
                  coalesce(copy.title, posts.title) AS title, revision
             FROM posts LEFT JOIN post_working_copies AS copy ON post_id = id WHERE id = $1`,
          [id],
        )
        return {
          content: String(post?.content),
          title: String(post?.title),
          revision: Number(post?.revision),
        }
      },
      saveElsewhere: async (content) => {
        await admin.sql(
          `WITH saved AS (
             UPDATE posts SET revision = revision + 1 WHERE id = $1 RETURNING *
           )
           INSERT INTO post_working_copies
             (post_id, slug, title, summary, content, tags, cover, cover_alt)
           SELECT id, slug, title, summary, $2, coalesce(tags, '{}'), cover, cover_alt FROM saved
               ON CONFLICT (post_id) DO UPDATE SET content = excluded.content`,
          [id, content],
        )
      },
    })
  },
})

export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' })
export const statusOf = (page: Page) => page.locator('.editor-saving').getByRole('status')

/** Opens the editor and waits until its script runs. */
export async function openEditor(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button').first(),
  ).toBeVisible({ timeout: 15_000 })
}

/** Clicks the form's default button, as the Enter key does. JavaScript hides the button. */
export const save = (page: Page) => page.locator('.post-save').dispatchEvent('click')

/** Opens the settings of the post, or the sheet that publishes or updates it. */
export async function openSheet(page: Page, name: 'panel' | 'publish'): Promise<void> {
  const sheet = page.locator(`.post-${name}`)
  if ((await sheet.getAttribute('open')) === null) await sheet.locator('> summary').click()
}

/** Publishes the post, or its changes, after the confirmation. */
export async function publish(page: Page, button: 'Publish now' | 'Update'): Promise<void> {
  await openSheet(page, 'publish')
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** Replaces the text. */
export async function write(page: Page, text: string): Promise<void> {
  await textOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

export { expect }
