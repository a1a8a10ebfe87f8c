import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect } from '@/e2e/support/blog'
import { test as ownBlog } from '@/e2e/support/own-blog'
import { imageLimits } from '@/lib/images/image'
import { startS3Server } from '@/test/servers/s3-server'
import { openEditor } from './editor'
import { drop, largePicture } from './picture'

/** A blog with an object store, which is another origin to the browser. */
const test = ownBlog.extend<object, { store: Awaited<ReturnType<typeof startS3Server>> }>({
  store: [
    async ({ browserName: _ }, use) => {
      const store = await startS3Server()
      await use(store)
      await store.close()
    },
    { scope: 'worker' },
  ],
  ownedBy: 'large_images',
  environment: [async ({ store }, use) => use(store.environment), { scope: 'worker' }],
})

// All tests run in one worker, which starts one blog.
test.describe.configure({ mode: 'default' })

/**
 * Adds a draft.
 * @returns its address in the editor
 */
async function addDraft(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO posts (slug, title, content, draft, published_at)
     VALUES ($1, 'Pictures', '', true, now()) RETURNING id`,
    [`pictures-${randomUUID()}`],
  )
  return `/admin/posts/${rows[0]?.id}`
}

test('uploads an image that is too large for the server directly to the store', async ({
  own,
  store,
  page,
}) => {
  const sent: string[] = []
  const errors: string[] = []
  const originOf = (url: string) =>
    new URL(url).origin === store.endpoint
      ? 'store'
      : new URL(url).pathname.replace(/[\w-]{20,}/, 'ID')
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT' || request.url().includes('/admin/images/upload'))
      sent.push(`${request.method()} ${originOf(request.url())}`)
  })
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await openEditor(page, await addDraft(own.database))
  test.slow()
  const picture = await largePicture()
  expect(picture.buffer.length).toBeGreaterThan(imageLimits.throughServerBytesMax)
  await drop(page, [picture])
  const image = page.locator('.cm-figure img')
  await expect(image).toHaveAttribute('src', /^\/images\/[0-9a-f]{32}-1400x1300\.webp$/, {
    timeout: 30_000,
  })
  expect(errors).toEqual([])
  expect(sent.filter((one) => one.includes('upload') || one.includes('store'))).toEqual([
    'POST /admin/images/upload/to-store',
    'PUT store',
    'POST /admin/images/upload/to-store/ID',
  ])
  const shown = await page.request.get((await image.getAttribute('src')) ?? '')
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/webp'])
})

test('shows an error and a Retry button if the store rejects the upload', async ({
  own,
  store,
  page,
}) => {
  await openEditor(page, await addDraft(own.database))
  test.slow()
  store.refuseAll(true)
  await drop(page, [await largePicture('again.png')])
  await expect(page.getByRole('alert').filter({ hasText: 'again.png' })).toBeVisible()
  store.refuseAll(false)
  await page.getByRole('button', { name: 'Try again: again.png' }).click()
  await expect(page.locator('.cm-figure img')).toBeVisible({ timeout: 30_000 })
})
