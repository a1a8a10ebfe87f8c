import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { alerts, expect } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { openAdmin, test } from './admin'

const sample = readFileSync('test/fixtures/comment-exports/disqus.xml', 'utf8')

/** Returns the sample for another host, since all tests share the database. */
const exportOf = (host: string, name = 'disqus.xml') => ({
  name: `${host}-${name}`,
  mimeType: 'text/xml',
  buffer: Buffer.from(sample.replaceAll(/blog\.example\.net/gi, host)),
})

const newHost = () => `${randomUUID().slice(0, 8)}.example.org`

async function chooseOtherSite(blog: Page, host: string): Promise<void> {
  await blog.getByLabel('These comments belong to').selectOption('Another site')
  await blog.getByLabel('Host of the site').fill(host)
}

test('checks an export, imports it into a site, shows the thread and undoes the import', async ({
  blog,
  admin,
}) => {
  test.setTimeout(90_000)
  const host = newHost()
  const count = async () =>
    (
      await admin.sql(
        `SELECT count(*)::integer AS count FROM comments
          WHERE post_id IN (SELECT id FROM threads WHERE slug LIKE $1 || '/%')`,
        [host],
      )
    )[0]?.count
  await openAdmin(blog, '/admin/import')
  await blog.getByLabel('Files', { exact: true }).setInputFiles(exportOf(host))
  await blog.getByRole('button', { name: 'Check the file' }).click()
  // Without its site, no page of the export has a thread.
  const address = `https://${host}/2019/04/sourdough/`
  await expect(blog.getByRole('rowheader', { name: address, exact: true })).toBeVisible()
  await expect(blog.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)

  await chooseOtherSite(blog, host)
  await expect(blog.getByText('Result of the check')).toHaveCount(0)
  await blog.getByLabel('Your name in the old system').fill('Marnie Test')
  await blog.getByRole('button', { name: 'Check the file' }).click()
  await expect(blog.getByRole('status')).toContainText('2 threads, 2 of them new.')
  await expect(blog.getByRole('table', { name: 'Not imported' })).toBeVisible()
  await expectAccessible(blog)
  expect(await count()).toBe(0)

  await blog.getByRole('button', { name: /^Import \d+ comments$/ }).click()
  await expect(blog.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const row = blog.getByRole('list', { name: 'Earlier imports' }).getByRole('listitem')
  const own = row.filter({ hasText: `${host}-disqus.xml` })
  await expect(own).toContainText('Finished.')
  expect(await count()).toBeGreaterThan(5)
  const thread = `/threads/${host}/2019/04/sourdough`
  await expect(async () => {
    expect(await (await blog.request.get(thread)).text()).toContain('Olu Sample')
  }).toPass()

  await own.getByText('Undo…').click()
  await expectAccessible(blog)
  await own.getByRole('button', { name: /^Remove \d+ comments$/ }).click()
  await expect(blog.getByText('The import has been undone')).toBeVisible()
  await expect(own).toContainText('Undone.')
  await expect(blog.getByRole('heading', { name: 'Import finished' })).toHaveCount(0)
  expect(await count()).toBe(0)
  await admin.sql('DELETE FROM sites WHERE name = $1', [host])
})

test('imports a Ghost export in the browser, and shows what was imported', async ({
  blog,
  admin,
}) => {
  const backup = JSON.parse(readFileSync('prisma/fixtures/ghost-export.json', 'utf8'))
  const { data } = backup.db[0]
  // One old post, since all tests share the blog.
  data.posts = [{ ...data.posts[0], slug: admin.word }]
  await openAdmin(blog, '/admin/import')
  await blog.getByLabel('Posts to import').setInputFiles({
    name: 'ghost.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(backup)),
  })
  await blog.getByLabel('Address of the old blog').fill('https://old.example.org')
  await blog.getByRole('button', { name: 'Import posts' }).click()
  await expect(blog.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await expect(blog.getByText('Posts imported: 1. Unchanged: 0. Not imported: 0.')).toBeVisible()
  await expectAccessible(blog)
  // The browser does not open the page, whose images are on the old blog.
  const page = await blog.request.get(`/posts/${admin.word}`)
  expect(await page.text()).toContain('Bread, slowly')
  await admin.sql('DELETE FROM posts WHERE slug = $1', [admin.word])
})

test('uploads several files, and reports a file that is not an export', async ({ blog }) => {
  const host = newHost()
  await openAdmin(blog, '/admin/import')
  await chooseOtherSite(blog, host)
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Some notes') }
  await blog.getByLabel('Files', { exact: true }).setInputFiles(notes)
  await blog.getByRole('button', { name: 'Check the file' }).click()
  await expect(alerts(blog)).toContainText('its format is not supported')
  await blog.getByLabel('Files', { exact: true }).setInputFiles([notes, exportOf(host)])
  await expect(alerts(blog)).toHaveCount(0)
  await blog.getByRole('button', { name: 'Check the file' }).click()
  await expect(blog.getByText('Files that were not recognised')).toBeVisible()
  await expect(blog.getByRole('button', { name: /^Import \d+ comments$/ })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the import command, and undoes an import with a plain form', {
    tag: '@nightly',
  }, async ({ blog, admin }) => {
    const source = `${admin.word}.xml`
    const [added] = await admin.sql(
      `INSERT INTO imports (format, source, finished_at) VALUES ('disqus', $1, now())
       RETURNING id`,
      [source],
    )
    await admin.sql(
      `INSERT INTO imported_comments (post_id, source_id, comment_id, import_id)
       SELECT post_id, 'disqus:1', id, $2 FROM comments WHERE id = $1`,
      [await admin.add({ status: 'published' }), added?.id],
    )
    await openAdmin(blog, '/admin/import')
    await expect(blog.getByText('npm run comments:import')).toBeVisible()
    await expect(blog.getByRole('button', { name: 'Check the file' })).toBeHidden()
    const row = blog.getByRole('listitem').filter({ hasText: source })
    await row.getByText('Undo…').click()
    await row.getByRole('button', { name: 'Remove 1 comment', exact: true }).click()
    await expect(blog.getByRole('status')).toContainText('The import has been undone')
    await expect(row).toContainText('Undone.')
  })
})

test('lists the commands for importing posts, exporting the blog and backing up', async ({
  blog,
}) => {
  await openAdmin(blog, '/admin/import')
  const list = blog.getByRole('list', { name: 'Command-line import, export and backup' })
  for (const command of ['posts:import -- ghost-export.json', 'export --', 'backup --'])
    await expect(list.getByText(`npm run ${command}`).first()).toBeVisible()
})
