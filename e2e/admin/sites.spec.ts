import { randomUUID } from 'node:crypto'
import { alerts, configurations, expect } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { openAdmin, test } from './admin'

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('adds a site, copies its snippet, rotates its key, closes a thread, deletes it', async ({
      blog,
      admin,
      context,
    }) => {
      test.setTimeout(90_000)
      const host = `${randomUUID().slice(0, 8)}.example.org`
      const title = `Notes of ${host}`
      const threads = async () =>
        admin.sql('SELECT slug, closed FROM threads WHERE slug LIKE $1 ORDER BY slug', [
          `${host}/%`,
        ])

      await openAdmin(blog, '/admin/sites')
      await blog.getByRole('link', { name: 'Add a site' }).click()
      await blog.getByLabel('Name').fill(title)
      await blog.getByLabel('Origins').fill(`https://${host}/path`)
      await blog.getByRole('button', { name: 'Add the site' }).click()
      // The form keeps what was typed and names the field.
      await expect(blog.getByText('is not an origin')).toBeVisible()
      await expect(blog.getByLabel('Origins')).toHaveValue(`https://${host}/path`)
      await expect(blog.getByLabel('Name')).toHaveValue(title)
      if (use.javaScriptEnabled) await expectAccessible(blog)
      await blog.getByLabel('Origins').fill(`https://${host}\nhttp://${host}:8080`)
      await blog.getByRole('button', { name: 'Add the site' }).click()
      await expect(blog.getByRole('status')).toContainText('The site has been added.')
      await expect(blog.getByRole('heading', { level: 1 })).toHaveText(title)
      if (use.javaScriptEnabled) await expectAccessible(blog)

      await blog.getByRole('link', { name: 'Eleventy' }).click()
      const snippet = blog.getByLabel('Snippet for Eleventy')
      await expect(snippet).toHaveValue(/\/afterword\.js"><\/script>$/m)
      await expect(snippet).toHaveValue(new RegExp(`/threads/${host}{{ page.url }}`))
      await expect(blog.getByText('{% include "afterword.njk" %}')).toBeVisible()
      if (use.javaScriptEnabled) {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        // A click before hydration has no effect.
        await expect(async () => {
          await blog.getByRole('button', { name: 'Copy', exact: true }).click({ timeout: 1_000 })
          await expect(blog.getByRole('button', { name: 'Copied' })).toBeVisible({ timeout: 1_000 })
        }).toPass()
        expect(await blog.evaluate(() => navigator.clipboard.readText())).toBe(
          await snippet.inputValue(),
        )
      }

      await blog.getByRole('button', { name: 'Create a new key' }).click()
      const key = await blog.getByLabel('New key').inputValue()
      expect(key).toMatch(/^afterword_[\w-]{32}$/)
      await blog.getByRole('button', { name: 'Create a new key' }).click()
      await expect(blog.getByLabel('New key')).not.toHaveValue(key)
      await blog.getByRole('button', { name: 'Remove the key' }).click()
      await expect(blog.getByText('The key has been removed')).toBeVisible()
      await expect(blog.getByLabel('New key')).toHaveCount(0)
      await blog.getByRole('button', { name: 'Create a new key' }).click()
      await expect(blog.getByLabel('New key')).toHaveValue(/^afterword_/)
      await blog.goto('/admin/sites')
      await blog.getByRole('link', { name: title }).click()
      await expect(blog.getByText('This site has a key.')).toBeVisible()
      await expect(blog.getByLabel('New key')).toHaveCount(0)

      await blog.getByRole('link', { name: 'View pages' }).click()
      await expect(blog.getByText('No pages found.')).toBeVisible()
      for (const page of ['first', 'second']) {
        await blog.getByLabel('Address', { exact: true }).fill(`https://${host}/${page}/`)
        await blog.getByLabel('Title', { exact: true }).fill(`The ${page} page`)
        await blog.getByRole('button', { name: 'Add the page' }).click()
        await expect(blog.getByRole('status')).toContainText('The page has been added.')
      }
      await blog.getByRole('button', { name: 'Close comments on The first page' }).click()
      await expect(blog.getByRole('status')).toContainText('Comments on the page are closed.')
      expect(await threads()).toEqual([
        { slug: `${host}/first`, closed: true },
        { slug: `${host}/second`, closed: false },
      ])
      const row = blog.getByRole('listitem').filter({ hasText: 'The first page' })
      const merge = async (address: string) => {
        await row.getByText('Merge… with The first page').click()
        await row.getByLabel('Other address of this page').fill(address)
        if (use.javaScriptEnabled) await expectAccessible(blog)
        await row.getByRole('button', { name: 'Merge', exact: true }).click()
      }
      await merge('https://unknown.example/')
      await expect(alerts(blog)).toContainText('Enter the address of another page')
      await merge(`https://${host}/second`)
      await expect(
        blog.getByText(`${host}/second has no comments and no views of its own.`),
      ).toBeVisible()
      expect(await threads()).toHaveLength(2)
      await blog.getByRole('button', { name: 'Merge permanently' }).click()
      await expect(blog.getByRole('status')).toContainText('The addresses have been merged.')
      await expect(row).toContainText(`Also: ${host}/second`)
      expect(await threads()).toEqual([{ slug: `${host}/first`, closed: true }])

      await blog.getByRole('link', { name: 'Back to the site' }).click()
      const download = await blog.request.get(
        (await blog.getByRole('link', { name: /^Export/ }).getAttribute('href')) ?? '',
      )
      expect((await download.text()).split('\n').filter(Boolean)).toHaveLength(2)
      await expect(
        blog.getByText(`This deletes “${title}” and everything stored for it: 1 page`),
      ).toBeVisible()
      await expect(blog.getByText('including e-mail addresses')).toBeVisible()
      await blog.getByLabel('I understand that everything').check()
      await blog.getByRole('button', { name: 'Delete the site and its data' }).click()
      await expect(blog.getByRole('status')).toContainText('have been deleted')
      expect(await threads()).toEqual([])
    })

    test('names the site of a comment, links to its page, and limits a moderator to it', async ({
      blog,
      admin,
    }) => {
      const host = `${randomUUID().slice(0, 8)}.example.org`
      const [site] = await admin.sql(
        `INSERT INTO sites (name, origins) VALUES ($1, ARRAY['https://' || $1]) RETURNING id`,
        [host],
      )
      await admin.sql(
        `WITH thread AS (
           INSERT INTO threads (site_id, slug, title, url)
           VALUES ($1, $2 || '/page', 'A page elsewhere', 'https://' || $2 || '/page/') RETURNING id
         ) INSERT INTO comments (post_id, status, author_name, content)
           SELECT id, 'published', 'Ada', $3 FROM thread`,
        [site?.id, host, admin.word],
      )
      await admin.add({ status: 'published' })
      await openAdmin(blog, `/admin/comments?status=published&search=${admin.word}`)
      await expect(blog.locator('.admin-comment')).toHaveCount(2)
      // On phones, the fields are collapsed.
      const find = blog.locator('.admin-find > summary')
      if (await find.isVisible()) await find.click()
      await blog.getByRole('combobox', { name: 'Site', exact: true }).selectOption(host)
      await blog.getByRole('button', { name: 'Search' }).click()
      const card = blog.locator('.admin-comment')
      await expect(card).toHaveCount(1)
      await expect(card).toContainText(`on A page elsewhere at ${host}`)
      await expect(card.getByRole('link', { name: 'A page elsewhere' })).toHaveAttribute(
        'href',
        `https://${host}/page/`,
      )
      await card.getByText('More').click()
      await card.getByRole('link', { name: 'Comments on the same page' }).click()
      await blog.getByRole('button', { name: 'Close comments' }).click()
      await expect(blog.locator('.admin-notice')).toContainText('are closed.')

      const moderator = `Moderator ${host}`
      await admin.sql(
        `INSERT INTO staff (id, name, email, role) VALUES ($1, $1, $1 || '@sealed.invalid',
         'moderator')`,
        [moderator],
      )
      await openAdmin(blog, '/admin/people')
      const row = blog.getByRole('listitem').filter({ hasText: moderator })
      await row.getByText('Sites…').click()
      await row.getByLabel('Only these:').check()
      await row.getByLabel(host).check()
      if (use.javaScriptEnabled) await expectAccessible(blog)
      await row.getByRole('button', { name: 'Save' }).click()
      await expect(row).toContainText(`Moderates: ${host}`)
      expect(await admin.sql('SELECT site_ids FROM staff WHERE id = $1', [moderator])).toEqual([
        { site_ids: [site?.id] },
      ])
      await admin.sql('DELETE FROM staff WHERE id = $1', [moderator])
      await admin.sql('DELETE FROM sites WHERE id = $1', [site?.id])
    })
  })
}
