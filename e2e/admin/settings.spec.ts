import { newPicture } from '@/e2e/editor/picture'
import { alerts, configurations, expect } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { layoutShift } from '@/e2e/support/layout-shift'
import { test } from '@/e2e/support/own-blog'

// All tests share one blog, so they run one after the other.
test.describe.configure({ mode: 'serial' })
test.use({ ownedBy: 'settings' })

/** The default links, shown before those of the owner. */
const defaultLinks = ['Archive', 'Tags', 'Search']

for (const { name, use } of configurations) {
  test.describe(name, () => {
    test.use(use)

    test('changes the title, language and time zone on every page immediately', async ({
      blog,
    }) => {
      await blog.goto('/posts/late')
      await expect(blog.locator('html')).toHaveAttribute('lang', 'en')
      await blog.goto('/admin/account')
      await blog.getByRole('combobox', { name: 'Language' }).selectOption('en')
      await blog.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await blog.goto('/admin/settings')
      await blog.getByLabel('Name').fill('Nachtnotizen & mehr')
      await blog.getByLabel('Author').fill('Ada')
      await blog.getByLabel('Description').fill('Was nach dem Tag bleibt')
      await blog.getByLabel('Language').fill('DE')
      await blog.getByLabel('Time zone').fill('europe/berlin')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await expect(blog.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
      for (const path of ['/posts/late', '/', '/privacy', '/nothing']) {
        await blog.request.get(path)
        await blog.goto(path === '/nothing' ? '/docs/errors' : path)
        await expect(blog, path).toHaveTitle(/Nachtnotizen & mehr$/)
        await expect(blog.locator('html')).toHaveAttribute('lang', 'de')
        if (path === '/')
          await expect(blog.getByRole('main')).toContainText('Was nach dem Tag bleibt')
      }
      await blog.goto('/posts/late')
      await expect(blog.locator('article time').first()).toHaveText('21. Oktober 2025')
      expect(await (await blog.request.get('/comments.xml')).text()).toContain('xml:lang="de"')

      await blog.goto('/admin/settings')
      await blog.getByLabel('Language').fill('ar')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByRole('status')).toBeVisible()
      await blog.goto('/')
      await expect(blog.locator('html')).toHaveAttribute('dir', 'rtl')
      expect(
        await blog.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)

      await blog.goto('/admin/settings')
      for (const label of ['Name', 'Author', 'Description', 'Language', 'Time zone'])
        await blog.getByLabel(label).fill('')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByRole('status')).toBeVisible()
      await blog.goto('/')
      await expect(blog).toHaveTitle('Afterword')
    })

    test('shows rejected values as typed and saves none of them', async ({ blog }) => {
      await blog.goto('/admin/settings')
      await blog.getByLabel('Name').fill('Kept in the form')
      await blog.getByLabel('Time zone').fill('Moon/Tranquility')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByLabel('Time zone')).toHaveAccessibleDescription(
        'Enter a time zone, such as Europe/Berlin or UTC.',
      )
      await expect(blog.getByLabel('Name')).toHaveValue('Kept in the form')
      await expect(blog.getByLabel('Time zone')).toHaveValue('Moon/Tranquility')
      await blog.getByLabel('Time zone').fill('')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await expect(blog.getByLabel('Time zone')).not.toHaveAttribute('aria-invalid')
      await expect(blog.getByLabel('Name')).toHaveValue('Kept in the form')
      const before = blog.url()
      await blog.getByLabel('Name').fill('')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog).not.toHaveURL(before)
      await expect(blog.getByLabel('Name')).toHaveValue('')

      await blog.getByLabel('Label of link 1').fill('A text without an address')
      await blog.getByRole('button', { name: 'Save links' }).click()
      await expect(alerts(blog)).toContainText('Each link needs a label')
      await expect(blog.getByLabel('Label of link 1')).toHaveValue('A text without an address')
    })

    test('adds, moves and removes navigation links', async ({ blog }) => {
      await blog.goto('/admin/settings')
      for (const [index, [text, href]] of [
        ['About', '/posts/late'],
        ['Elsewhere', 'https://example.org/ada'],
      ].entries()) {
        await blog.getByLabel(`Label of link ${index + 1}`).fill(text ?? '')
        await blog.getByLabel(`URL of link ${index + 1}`).fill(href ?? '')
        // The Enter key must not move any link.
        await blog.getByLabel(`URL of link ${index + 1}`).press('Enter')
        await expect(blog.getByLabel(`Label of link ${index + 2}`)).toHaveValue('')
      }
      const links = blog.getByRole('navigation', { name: 'Blog' }).getByRole('link')
      const labels = (count: number) => blog.getByLabel(`Label of link ${count}`)
      // Moving a link keeps unsaved text.
      await blog.getByLabel('Label of link 2').fill('Ada elsewhere')
      await blog.getByRole('button', { name: 'Move About down' }).click()
      await expect(labels(1)).toHaveValue('Ada elsewhere')
      await blog.goto('/posts/late')
      await expect(links).toHaveText([...defaultLinks, 'Ada elsewhere', 'About'])

      await blog.goto('/admin/settings')
      await blog.getByRole('button', { name: 'Remove About' }).click()
      await expect(labels(2)).toHaveValue('')
      await labels(1).fill('')
      await blog.getByLabel('URL of link 1').fill('')
      const before = blog.url()
      await blog.getByRole('button', { name: 'Save links' }).click()
      await expect(blog).not.toHaveURL(before)
      await expect(labels(1)).toHaveValue('')
      await blog.goto('/')
      await expect(links).toHaveText(defaultLinks)
    })

    test('changes colour, footer and social links', async ({ blog }) => {
      await blog.goto('/admin/settings/appearance')
      await blog.getByLabel('Accent colour').fill('#1d4ed8')
      await blog.getByLabel('Footer text').fill('Made by hand')
      await blog.getByLabel('Logo').fill('https://example.org/logo.png')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByLabel('Logo')).toHaveAccessibleDescription(
        'Enter the path of an image on this blog, such as /images/…',
      )
      await expect(blog.getByLabel('Accent colour')).toHaveValue('#1d4ed8')
      await expect(blog.getByLabel('Footer text')).toHaveValue('Made by hand')
      await blog.getByLabel('Logo').fill('')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await blog.getByLabel('Label of link 1').fill('Mastodon')
      await blog.getByLabel('URL of link 1').fill('https://mastodon.example/@ada')
      await blog.getByRole('button', { name: 'Save links' }).click()
      await expect(blog.getByLabel('Label of link 2')).toHaveValue('')
      await blog.goto('/posts/late')
      const footer = blog.getByRole('contentinfo')
      await expect(footer).toContainText('Made by hand')
      await expect(footer.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('rel', 'me')
      const accent = await blog.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--accent'),
      )
      expect(accent).toBe('#1d4ed8')
    })

    test('changes which comments are held, and who is notified', async ({ blog }) => {
      await blog.goto('/admin/settings/comments')
      await blog.getByLabel('Moderation').selectOption('Hold comments by new readers')
      await blog.getByLabel('Notification addresses').fill('ada@example.org\neve@example.org')
      await blog.getByRole('button', { name: 'Save' }).click()
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await expect(blog.getByLabel('Moderation')).toHaveValue('trusted')
      await expect(blog.getByLabel('Notification addresses')).toHaveValue(
        'ada@example.org\neve@example.org',
      )
    })

    test('changing a staff member’s name updates their earlier comments', async ({ blog, own }) => {
      const {
        rows: [comment],
      } = await own.database.query(`
        INSERT INTO comments (post_id, staff_id, author_name, content, status)
        SELECT threads.id, staff.id, staff.name, 'Signed by staff', 'published'
          FROM threads, staff WHERE slug = 'late' RETURNING author_name`)
      const rename = async (name: string) => {
        await blog.goto('/admin/account')
        await blog.getByRole('textbox', { name: 'Your name' }).fill(name)
        await blog.getByRole('button', { name: 'Change name' }).click()
      }
      await blog.goto('/posts/late')
      const signed = blog.getByRole('article').filter({ hasText: 'Signed by staff' }).last()
      await rename('Grace Hopper')
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await expect(blog.getByRole('textbox', { name: 'Your name' })).toHaveValue('Grace Hopper')
      await blog.goto('/posts/late')
      await expect(signed).toContainText('Grace Hopper')
      await rename('  ')
      await expect(blog.getByText('Enter a name of at most 80 characters.')).toBeVisible()
      await rename(comment.author_name)
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await own.database.query(`DELETE FROM comments WHERE content = 'Signed by staff'`)
    })

    test('the navigation lists the published pages until the owner saves links', async ({
      blog,
      own,
    }) => {
      await own.database.query(
        `UPDATE blog_settings SET navigation = '[]', options = options - 'ownNavigation'`,
      )
      await own.database.query(`
        INSERT INTO posts (slug, title, content, published_at, is_page)
        VALUES ('about-us', 'About us', 'Words.', '2025-10-20', true),
               ('imprint', 'Imprint', 'Words.', '2025-10-21', true)`)
      const links = blog.getByRole('navigation', { name: 'Blog' }).getByRole('link')
      const status = blog.getByRole('status')
      await blog.goto('/admin/settings')
      await expect(blog.getByLabel('URL of link 1')).toHaveValue('/about-us')
      await blog.getByRole('button', { name: 'Move Imprint up' }).click()
      await expect(status).toHaveText('Settings saved.')
      await blog.goto('/')
      await expect(links).toHaveText([...defaultLinks, 'Imprint', 'About us'])
      await blog.goto('/admin/settings')
      await blog.getByRole('button', { name: 'Remove About us' }).click()
      await expect(blog.getByLabel('Label of link 2')).toHaveValue('')
      await blog.goto('/')
      await expect(links).toHaveText([...defaultLinks, 'Imprint'])

      await blog.goto('/admin/settings')
      await blog.getByRole('button', { name: 'Remove Imprint' }).click()
      await expect(blog.getByLabel('Label of link 1')).toHaveValue('')
      await blog.goto('/')
      await expect(links).toHaveText(defaultLinks)
      await own.database.query('DELETE FROM posts WHERE is_page')
    })

    test('changes the order of comments, and switches likes off and on', async ({ blog }) => {
      const likes = blog.getByLabel('Let readers like posts and comments')
      const like = blog.getByRole('button', { name: 'Like this post' })
      for (const isOn of [false, true]) {
        await blog.goto('/admin/settings/comments')
        await blog.getByLabel('Order of comments').selectOption(isOn ? 'oldest' : 'best')
        await likes.setChecked(isOn)
        await blog.getByRole('button', { name: 'Save' }).click()
        await expect(blog.getByRole('status')).toHaveText('Settings saved.')
        await expect(likes).toBeChecked({ checked: isOn })
        await expect(blog.getByLabel('Order of comments')).toHaveValue(isOn ? 'oldest' : 'best')
        await blog.request.get('/posts/late')
        await blog.goto('/posts/late')
        await expect(like).toHaveCount(isOn ? 1 : 0)
      }
    })

    test('shows the state of everything that the blog depends on', async ({ blog }) => {
      await blog.goto('/admin/settings')
      await blog.getByRole('link', { name: 'Status' }).click()
      const checks = blog.getByRole('list', { name: 'Checks' }).getByRole('listitem')
      await expect(checks.filter({ hasText: 'PostgreSQL' })).toHaveText(/^Database.*OK$/)
      await expect(checks).toHaveCount(11)
    })

    if (!use.javaScriptEnabled) return
    test('saving one form keeps unsaved text in the other', async ({ blog }) => {
      await blog.goto('/admin/settings', { waitUntil: 'networkidle' })
      await blog.getByLabel('Name').fill('Not saved yet')
      await blog.getByLabel('Label of link 1').fill('About')
      await blog.getByLabel('URL of link 1').fill('/posts/late')
      await blog.getByRole('button', { name: 'Save links' }).click()
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await expect(blog.getByLabel('Name')).toHaveValue('Not saved yet')
      await blog.getByRole('button', { name: 'Remove About' }).click()
      await expect(blog.getByLabel('Label of link 1')).toHaveValue('')
      await expect(blog.getByLabel('Name')).toHaveValue('Not saved yet')
    })

    test('uploads a logo, which the home page and posts show instead of the name', async ({
      blog,
    }) => {
      await blog.goto('/admin/settings/appearance', { waitUntil: 'networkidle' })
      const logo = blog.getByLabel('Logo', { exact: true })
      await blog
        .locator('input[type="file"]')
        .first()
        .setInputFiles(await newPicture())
      await expect(logo).toHaveValue(/^\/images\/.+\.webp$/)
      const path = await logo.inputValue()
      await blog.getByRole('button', { name: 'Remove', exact: true }).first().click()
      await blog.getByRole('button', { name: 'Choose from library' }).first().click()
      await blog
        .getByRole('dialog')
        .getByRole('button', { name: /^Choose image/ })
        .first()
        .click()
      await expect(logo).toHaveValue(path)
      // “Images” offers this text to copy.
      await logo.fill(`![](${path})`)
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
      await expect(logo).toHaveValue(path)
      await expectAccessible(blog)
      for (const [page, place] of [
        ['/', blog.getByRole('heading', { level: 1 })],
        ['/posts/late', blog.getByRole('banner')],
      ] as const) {
        await blog.goto(page)
        await expect(place.getByRole('img', { name: 'Afterword' })).toHaveAttribute('src', path)
        expect(await layoutShift(blog, page)).toBeLessThan(0.001)
      }
      await blog.goto('/admin/settings/appearance')
      await logo.fill('')
      await blog.getByRole('button', { name: 'Save', exact: true }).first().click()
      await expect(blog.getByRole('status')).toHaveText('Settings saved.')
    })

    test('the settings are accessible and do not overflow', async ({ blog }) => {
      await blog.goto('/admin/settings')
      await expectAccessible(blog)
    })
  })
}
