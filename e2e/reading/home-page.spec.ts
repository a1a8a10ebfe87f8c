import sharp from 'sharp'
import { expect } from '@/e2e/support/blog'
import { test } from '@/e2e/support/own-blog'

const secret = 'test cron secret'

test.use({ ownedBy: 'home_page', environment: { CRON_SECRET: secret } })

const purgePages = (url: string) =>
  fetch(`${url}/api/cron/purge-pages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  })

test.beforeAll(async ({ own }) => {
  await own.database.query(
    `INSERT INTO blog_settings (id, name, author, description, options)
     VALUES (1, 'A notebook', 'Ada', 'Words about words.', $1) ON CONFLICT (id) DO NOTHING`,
    [
      {
        bio: 'Writes in the evening.',
        picture: `/images/${'0'.repeat(32)}-80x80.webp`,
        social: [{ text: 'Mastodon', href: 'https://social.example/@ada' }],
      },
    ],
  )
  await own.database.query(
    `INSERT INTO posts (slug, title, content, cover, cover_alt, published_at)
     SELECT slug, title, E'## One\\n\\n## Two\\n\\n## Three\\n', '/icon.svg', 'A hill',
            at::timestamptz
       FROM (VALUES ('older', 'An older post', '2025-11-01'),
                    ('newest', 'The newest post', '2025-11-02')) AS given(slug, title, at)
     ON CONFLICT DO NOTHING`,
  )
  await purgePages(own.url)
})

test('the home page has a masthead, and leads with the newest post and its cover', async ({
  page,
}) => {
  // The server reads the settings again after a few seconds.
  await expect(async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A notebook', { timeout: 1 })
  }).toPass({ timeout: 15_000 })
  const masthead = page.locator('.masthead')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Ada')
  for (const place of [masthead, footer]) {
    await expect(place).toContainText('Words about words.')
    await expect(place.getByRole('link', { name: 'Mastodon' })).toBeVisible()
  }
  await expect(masthead.locator('.author-picture')).toHaveAttribute('src', /-80x80\.webp$/)
  const posts = page.locator('.post-entry')
  await expect(posts.getByRole('heading')).toHaveText([
    'The newest post',
    'An older post',
    'Late in the evening',
  ])
  const widthOf = async (index: number) =>
    (await posts.nth(index).getByAltText('A hill').boundingBox())?.width ?? 0
  expect(await widthOf(0)).toBeGreaterThan(2 * (await widthOf(1)))
  await expect(page.getByText('0 views')).toHaveCount(0)
})

test('the header marks the current page', async ({ page }) => {
  const links = page.locator('.site-header nav')
  for (const name of ['Archive', 'Tags', 'Search']) {
    await page.goto(`/${name.toLowerCase()}`)
    await expect(links.locator('[aria-current="page"]')).toHaveText(name)
  }
})

test('a post ends with its author and one other post', async ({ page }) => {
  await page.goto('/posts/newest')
  const author = page.getByRole('complementary', { name: 'About the author' })
  await expect(author).toContainText('Writes in the evening.')
  const next = page.getByRole('region', { name: 'Read next' })
  await expect(next.getByRole('article')).toHaveCount(1)
})

test('the contents are closed on narrow screens, and beside the text on wide ones', async ({
  page,
}) => {
  const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').first()
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.goto('/posts/newest')
  await expect(link).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(link).toBeVisible()
  const contents = page.locator('.contents-list')
  await expect(contents).toHaveAttribute('open')
  await page.setViewportSize({ width: 1200, height: 800 })
  await expect(contents).not.toHaveAttribute('open')
})

test('applies the chosen theme before any script file has loaded', async ({ page }) => {
  const background = () =>
    page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  await page.goto('/')
  const light = await background()
  await page.getByLabel('Colour scheme').selectOption('dark')
  await page.route('**/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  expect(await background()).not.toBe(light)
  const colors = page.locator('meta[name="theme-color"]')
  expect(await colors.evaluateAll((all) => all.map((meta) => meta.getAttribute('media')))).toEqual([
    'not all',
    'all',
  ])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByLabel('Colour scheme').selectOption('light')
  expect(await background()).toBe(light)
})

test('a missing page has a search box', async ({ page }) => {
  const response = await page.goto('/nothing')
  expect(response?.status()).toBe(404)
  await page.getByRole('searchbox', { name: 'Search terms' }).fill('words')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=words')
})

test('the footer of a short page is at the bottom of the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.goto('/nothing')
  const box = await page.locator('.site-footer').boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(1400, 0)
})

test('on a phone, the theme switch is in the corner and covers no link', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/', '/tags']) {
    await page.goto(path)
    const [found, ...links] = await page
      .locator('.theme-switch, .site-header a:visible')
      .evaluateAll((all) =>
        all
          .sort((a) => (a.matches('.theme-switch') ? -1 : 1))
          .map((part) => part.getBoundingClientRect().toJSON()),
      )
    expect(found.right).toBeGreaterThan(300)
    expect(found.top).toBeLessThan(40)
    for (const link of links)
      expect(link.right <= found.left || link.top >= found.bottom, path).toBe(true)
  }
})

test('on a phone, numbers in a table stay on the line of their unit', async ({ own, page }) => {
  await own.database.query(
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ('figures', 'Figures', $1, '2025-10-02') ON CONFLICT DO NOTHING`,
    [
      '| Approach | One | Two | Three |\n|---|--:|--:|--:|\n' +
        '| Some words | 1 ms | 2 MB | 410 ms |\n',
    ],
  )
  await page.setViewportSize({ width: 200, height: 700 })
  await page.goto('/posts/figures')
  const lines = await page.locator('td[data-align="right"]').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    }),
  )
  expect(lines).toEqual([1, 1, 1])
})

test('on a phone, a shadow shows the edge at which a table is cut off', async ({ own, page }) => {
  await own.database.query(
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ('wide', 'A wide table', $1, '2025-10-03') ON CONFLICT DO NOTHING`,
    [`| ${'Column | '.repeat(12)}\n|${'---|'.repeat(12)}\n| ${'a | '.repeat(12)}\n`],
  )
  await page.setViewportSize({ width: 320, height: 700 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/posts/wide')
    const table = page.locator('.table-scroll')
    /** Returns how much the left and the right edge differ from the ground, above the text. */
    const shadows = async () => {
      const image = sharp(await table.screenshot())
      const { width } = await image.metadata()
      const shadeAt = async (left: number) => {
        const strip = image.clone().extract({ left, top: 1, width: 3, height: 3 })
        return (await sharp(await strip.png().toBuffer()).stats()).channels[0]?.mean ?? 0
      }
      const ground = await shadeAt(Math.round(width / 2))
      const edges = await Promise.all([0, width - 3].map(shadeAt))
      return edges.map((shade) => Math.abs(shade - ground) > 8)
    }
    expect(await shadows(), colorScheme).toEqual([false, true])
    await table.evaluate((element) => element.scrollTo({ left: 100 }))
    expect(await shadows(), colorScheme).toEqual([true, true])
    await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    expect(await shadows(), colorScheme).toEqual([true, false])
  }
})

test('on a phone, the title of a code block fits', async ({ own, page }) => {
  const title = 'DocumentPreviewContextProviderOfTheAdminArea.test.tsx'
  await own.database.query(
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ('titled', 'Titled', $1, '2025-10-05') ON CONFLICT DO NOTHING`,
    [`\`\`\`tsx title="${title}"\nx\n\`\`\`\n`],
  )
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/posts/titled')
  await expect(page.getByText(title)).toBeVisible()
  await expect(page.locator('pre')).toHaveCSS('font-family', /plex/i)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
})

test('marks a section in the contents whose id is not valid percent-encoding', async ({
  own,
  page,
}) => {
  await own.database.query(
    `INSERT INTO posts (slug, title, content, published_at)
     VALUES ('percent', 'Percent', $1, '2025-10-04') ON CONFLICT DO NOTHING`,
    [`<h2 id="50%-off">Half off</h2>\n\n${'Words.\n\n'.repeat(60)}## Two\n\n## Three\n`],
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/posts/percent')
  await page.getByRole('heading', { name: 'Half off' }).evaluate((one) => one.scrollIntoView())
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.locator('[aria-current]')).toHaveText('Half off')
})

test('on a phone, a long word in the names of the blog and its author fits', async ({
  own,
  page,
}) => {
  const word = 'Datenschutzgrundverordnungsbeauftragter'
  await own.database.query(
    `UPDATE blog_settings SET name = $1, author = $1, description = $1,
       options = options || jsonb_build_object('bio', $1::text)`,
    [word],
  )
  await purgePages(own.url)
  await page.setViewportSize({ width: 320, height: 700 })
  // The server reads the settings again after a few seconds.
  await expect(async () => {
    await page.goto('/posts/newest')
    await expect(page.locator('.author-box')).toContainText(word, { timeout: 1 })
  }).toPass({ timeout: 15_000 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
})
