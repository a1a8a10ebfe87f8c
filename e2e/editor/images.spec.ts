import type { Page } from '@playwright/test'
import { test } from '@/e2e/admin/admin'
import { alerts, expect, firstInGate } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { layoutShift } from '@/e2e/support/layout-shift'
import { openSheet, publish } from './editor'
import { newDraft } from './new-draft'
import { drop, newPicture } from './picture'

const content = (page: Page) => page.getByRole('textbox', { name: 'Text of the post' })
const own = /^\/images\/[0-9a-f]{32}-1200x600\.webp$/
const imageIn = (page: Page) => page.getByRole('group', { name: 'Image' })
const lines = (page: Page) => page.locator('.cm-line').allTextContents()

async function openEditor(page: Page): Promise<void> {
  await page.goto(await newDraft(), { waitUntil: 'networkidle' })
  await content(page).click()
}

/** Puts an image on the system clipboard and pastes it with the usual keys. */
async function paste(page: Page, { buffer }: { buffer: Buffer }): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(
    async (bytes) => {
      const blob = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    },
    [...buffer],
  )
  await page.keyboard.press('ControlOrMeta+V')
}

/** Holds uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/admin/images/upload', async (route) => {
    await gate
    await route.continue()
  })
  return release
}

test('uploads a pasted image while typing continues, and supports undo and redo', async ({
  blog,
}) => {
  await openEditor(blog)
  await blog.keyboard.type('Before ')
  const release = await holdUploads(blog)
  await paste(blog, await newPicture())
  await expect(content(blog).getByRole('status')).toContainText(/image\.png/)
  await blog.keyboard.type('after')
  await expect(content(blog)).toContainText(/Before .*after/)
  release()
  const figure = imageIn(blog)
  await expect(figure.locator('img')).toHaveAttribute('src', own)
  expect((await lines(blog)).filter((line) => line.trim() !== '')).toEqual(['Before ', 'after'])
  await figure.getByLabel('Alternative text').fill('A red field')
  await content(blog).focus()
  await blog.keyboard.press('ControlOrMeta+End')
  await blog.keyboard.type('!')
  // Undoes the last typed text, the alt text, and the image.
  for (let undone = 0; undone < 3; undone++) await blog.keyboard.press('ControlOrMeta+Z')
  await expect(figure).toHaveCount(0)
  expect(await lines(blog)).toEqual(['Before after'])
  await blog.keyboard.press('ControlOrMeta+Y')
  await expect(figure).toHaveCount(1)
})

test('shows a wide image beyond the column of the text', async ({ blog }) => {
  await blog.setViewportSize({ width: 1440, height: 900 })
  await openEditor(blog)
  await paste(blog, await newPicture())
  const figure = imageIn(blog)
  await expect(figure.locator('img')).toHaveAttribute('src', own)
  const widthOf = async () => (await figure.locator('img').boundingBox())?.width ?? 0
  const line = (await content(blog).boundingBox())?.width ?? 0
  for (const width of ['wide', 'full']) {
    await figure.getByLabel('Width').selectOption(width)
    await expect.poll(widthOf).toBeGreaterThan(line)
  }
  await figure.getByLabel('Width').selectOption('normal')
  await expect.poll(widthOf).toBeLessThanOrEqual(line)
})

test('Enter in the caption continues below the image', async ({ blog }) => {
  await openEditor(blog)
  await paste(blog, await newPicture())
  const figure = imageIn(blog)
  await expect(figure.locator('img')).toHaveAttribute('src', own)
  await figure.getByLabel('Caption').fill('A field in May')
  await figure.getByLabel('Caption').press('Enter')
  await blog.keyboard.type('After')
  await expect(figure.getByLabel('Caption')).toHaveValue('A field in May')
  expect(await lines(blog)).toEqual(['', 'After'])
})

test('shows an image that was added at the end of a long text', { tag: '@nightly' }, async ({
  blog,
}) => {
  await openEditor(blog)
  await content(blog).click()
  await blog.keyboard.insertText('A line.\n\n'.repeat(60))
  await paste(blog, await newPicture())
  await expect(content(blog).getByRole('textbox', { name: 'Caption' })).toBeInViewport()
})

test('publishing waits for an image that is being uploaded', async ({ blog, admin }) => {
  await openEditor(blog)
  await blog.getByLabel('Title', { exact: true }).fill(`Picture ${admin.word}`)
  await content(blog).click()
  await blog.keyboard.type('Before ')
  const release = await holdUploads(blog)
  await paste(blog, await newPicture())
  await expect(content(blog).getByRole('status')).toContainText(/image\.png/)
  await publish(blog, 'Publish now')
  release()
  await expect(blog.locator('.admin-notice')).toContainText('Published.')
  const [post] = await admin.sql('SELECT content FROM posts WHERE title = $1', [
    `Picture ${admin.word}`,
  ])
  expect(post?.content).toContain('/images/')
})

test('publishing waits for a cover that is being uploaded', { tag: '@nightly' }, async ({
  blog,
  admin,
}) => {
  const title = `Cover ${admin.word}`
  await openEditor(blog)
  await blog.getByLabel('Title', { exact: true }).fill(title)
  await openSheet(blog, 'panel')
  const release = await holdUploads(blog)
  await blog
    .locator('.image-field')
    .filter({ has: blog.locator('[name="cover"]') })
    .locator('input[type="file"]')
    .setInputFiles(await newPicture())
  await expect(blog.locator('.image-field').getByRole('status')).toContainText('uploading')
  await blog.locator('.post-panel > summary').click()
  await publish(blog, 'Publish now')
  release()
  await expect(blog.locator('.admin-notice')).toContainText('Published.')
  const [post] = await admin.sql('SELECT cover FROM posts WHERE title = $1', [title])
  expect(post?.cover).toMatch(/^\/images\//)
})

test('places several dropped images one below the other in their order', {
  tag: '@nightly',
}, async ({ blog }) => {
  await openEditor(blog)
  await blog.keyboard.type('Words')
  await drop(blog, [
    await newPicture('one.png'),
    await newPicture('two.png'),
    await newPicture('three.png'),
  ])
  // Three images are processed one after the other.
  await expect(imageIn(blog)).toHaveCount(3, { timeout: 30_000 })
  await expect(content(blog).getByRole('status')).toHaveCount(0)
  expect((await lines(blog)).filter((line) => line.includes('![') || line === 'Words')).toEqual([
    'Words',
  ])
})

test('a button uploads an image; the library inserts one and sets the cover', async ({ blog }) => {
  await openEditor(blog)
  const [chooser] = await Promise.all([
    blog.waitForEvent('filechooser'),
    blog.getByRole('button', { name: 'Image', exact: true }).click(),
  ])
  await chooser.setFiles(await newPicture())
  const figures = imageIn(blog)
  await expect(figures).toHaveCount(1)
  await blog.keyboard.type('/libr')
  await blog.getByRole('option', { name: 'Image from library' }).click()
  const library = blog.getByRole('dialog', { name: 'Image library' })
  await library.getByRole('button', { name: 'Choose image' }).first().click()
  await expect(library).toBeHidden()
  await expect(figures).toHaveCount(2)
  await openSheet(blog, 'panel')
  await blog.getByRole('button', { name: 'Choose from library' }).click()
  await library.getByRole('button', { name: 'Choose image' }).first().click()
  await expect(blog.getByLabel('Cover image', { exact: true })).toHaveValue(/^\/images\//)
})

test('keeps the file of a failed upload for a retry and rejects files that are not images', {
  tag: '@nightly',
}, async ({ page }) => {
  await openEditor(page)
  await page.keyboard.type('Words')
  await page.route('**/admin/images/upload', (route) => route.abort(), { times: 1 })
  await paste(page, await newPicture())
  await expect(page.getByRole('alert').filter({ hasText: 'Connection lost.' })).toBeVisible()
  await page.keyboard.type(' go on')
  await page.getByRole('button', { name: /^Try again/ }).click()
  await expect(imageIn(page)).toHaveCount(1)
  await drop(page, [
    { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ])
  await expect(page.getByRole('alert').filter({ hasText: 'letter.pdf: Use a JPEG' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove letter.pdf' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'letter.pdf' })).toHaveCount(0)
  expect((await lines(page)).join('')).toContain('go on')
})

test('the same cover can be chosen again after a failed upload', { tag: '@nightly' }, async ({
  page,
}) => {
  await openEditor(page)
  await openSheet(page, 'panel')
  await page.route('**/admin/images/upload', (route) => route.abort())
  const cover = page.getByLabel('Cover image', { exact: true })
  const upload = page.locator('.image-field', { has: cover }).locator('input[type="file"]')
  await upload.setInputFiles(await newPicture())
  await expect(cover).toHaveAccessibleDescription(/connection/i)
  // A browser dispatches `change` only if the chosen file differs from the one in the field.
  await expect(upload).toHaveValue('')
})

test('cancelling a hanging upload continues with the next one', { tag: '@nightly' }, async ({
  page,
}) => {
  await openEditor(page)
  await page.route('**/admin/images/upload', () => {}, { times: 1 })
  const uploadRequest = page.waitForRequest('**/admin/images/upload')
  await drop(page, [await newPicture('hangs.png'), await newPicture('behind.png')])
  await uploadRequest
  await page.getByRole('button', { name: 'Cancel the upload of hangs.png' }).click()
  await expect(imageIn(page)).toHaveCount(1)
  await expect(content(page).getByRole('status')).toHaveCount(0)
})

test('pastes the text if the clipboard holds both text and an image', { tag: '@nightly' }, async ({
  blog,
}) => {
  await openEditor(blog)
  const picture = await newPicture()
  await blog.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'page.png', { type: 'image/png' }))
      clipboardData.setData('text/plain', 'Words of a document')
      document
        .querySelector('.cm-content')
        ?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
    },
    [...picture.buffer],
  )
  expect(await lines(blog)).toEqual(['Words of a document'])
})

for (const [javaScriptEnabled, colorScheme, width] of firstInGate([
  [true, 'light', 1280],
  [false, 'dark', 360],
] as const)) {
  const script = javaScriptEnabled ? 'with' : 'without'
  test.describe(`${script} JavaScript, ${colorScheme}, ${width} px`, () => {
    test.use({ javaScriptEnabled, colorScheme, viewport: { width, height: 800 } })

    test('uploads an image by a plain form and deletes it once unused', {
      tag: '@nightly',
    }, async ({ blog, admin }) => {
      await blog.goto('/admin/images')
      await blog.getByLabel('Upload an image').setInputFiles(await newPicture())
      await blog.getByRole('button', { name: 'Upload', exact: true }).click()
      const markdown = await blog.getByLabel('Markdown of the new image').inputValue()
      expect(markdown.slice('![]('.length, -1)).toMatch(own)
      const id = markdown.slice('![](/images/'.length).slice(0, 32)
      const item = blog.getByRole('listitem').filter({ has: blog.locator(`img[src*="${id}"]`) })
      await admin.sql('UPDATE posts SET content = $2 WHERE slug = $1', [
        admin.slug,
        `Words.\n\n${markdown.replace(')', ' "A field in May")')}`,
      ])
      await blog.goto('/admin/images')
      await expect(item).toContainText(`On ${admin.word}`)
      await expect(item.getByText('Not used in any post')).toHaveCount(0)
      await blog.goto(`/posts/${admin.slug}`)
      const shown = blog.locator('.prose figure img')
      await expect(shown).toHaveAttribute('width', '1200')
      await expect(blog.locator('.prose figcaption')).toHaveText('A field in May')
      if (javaScriptEnabled) expect(await layoutShift(blog, `/posts/${admin.slug}`)).toBe(0)
      await admin.sql(`UPDATE posts SET content = 'Words.' WHERE slug = $1`, [admin.slug])
      await blog.goto('/admin/images')
      await item.getByText('Not used in any post').click()
      await item.getByRole('button', { name: 'Delete permanently' }).click()
      await expect(blog.getByText('The image has been deleted.')).toBeVisible()
      await expect(item).toHaveCount(0)
    })

    test('rejects a file that is not an image with a message', async ({ blog }) => {
      await blog.goto('/admin/images')
      const letter = {
        name: 'letter.png',
        mimeType: 'image/png',
        buffer: Buffer.from('no picture'),
      }
      await blog.getByLabel('Upload an image').setInputFiles(letter)
      await blog.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(alerts(blog)).toContainText('Upload a JPEG, PNG')
    })

    // The accessibility check needs JavaScript.
    if (!javaScriptEnabled) return
    test('the image library is accessible', async ({ blog }) => {
      await blog.goto('/admin/images')
      await blog.getByLabel('Upload an image').setInputFiles(await newPicture())
      await blog.getByRole('button', { name: 'Upload', exact: true }).click()
      await expectAccessible(blog)
    })
  })
}
