import { expect, firstInGate } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { commentOf, mainForm, openMenu, runSql, test, uniqueText, write } from './writing'

/** Adds a page of a new site with one comment, and returns the path of its plain page. */
async function addPage(language = 'da'): Promise<{ path: string; url: string; comment: string }> {
  const host = `${crypto.randomUUID()}.example`
  const url = `https://${host}/roses/`
  const comment = uniqueText('A comment on roses')
  await runSql(
    `WITH site AS (
       INSERT INTO sites (name, origins, language) VALUES ('Garden', ARRAY['https://' || $1], $4)
       RETURNING id
     ), host AS (
       INSERT INTO site_hosts (host, site_id) SELECT $1, id FROM site
     ), thread AS (
       INSERT INTO threads (site_id, slug, title, url)
       SELECT id, $1 || '/roses', 'How to grow roses', $2 FROM site RETURNING id
     )
     INSERT INTO comments (post_id, status, author_name, content)
     SELECT id, 'published', 'Ada', $3 FROM thread`,
    [host, url, comment, language],
  )
  return { path: `/threads/${host}/roses`, url, comment }
}

for (const [colorScheme, width] of firstInGate([
  ['light', 390],
  ['dark', 1280],
] as const)) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 844 } })

    test('the plain page of a thread and its form for replies are accessible', async ({ blog }) => {
      const { path } = await addPage()
      await blog.goto(path)
      await expect(blog).toHaveTitle(/^Comments on How to grow roses/)
      await expectAccessible(blog)
      await blog.goto((await blog.locator('a[href*="?reply="]').getAttribute('href')) ?? '')
      await expectAccessible(blog)
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader comments on the page of another site, and goes back to it', async ({ blog }) => {
    const { path, url } = await addPage()
    const content = uniqueText('Plain words on roses')
    await blog.goto(path)
    await expect(blog.getByRole('link', { name: 'Back to the page' })).toHaveAttribute('href', url)
    await write(mainForm(blog), { name: 'Grace', text: content })
    await expect(blog.getByRole('heading', { level: 1 })).toHaveText(
      'Your comment has been published',
    )
    const id = new URL(blog.url()).pathname.split('/').at(-1)
    const link = blog.getByRole('link', { name: 'How to grow roses' })
    await expect(link).toHaveAttribute('href', `${url}#comment-${id}`)
    await blog.goto(path)
    await expect(commentOf(blog, content)).toBeVisible()
    await blog.goto(`/comments/${id}`)
    await blog.getByText('Delete comment').click()
    await blog.getByRole('button', { name: 'Yes, delete' }).click()
    await expect(blog).toHaveURL(new RegExp(`${path}#comments$`))
    await expect(commentOf(blog, content)).toHaveCount(0)
  })

  test('a reader replies to and reports a comment', async ({ blog }) => {
    const { path, url, comment } = await addPage()
    const content = uniqueText('An answer on roses')
    await blog.goto(path)
    await commentOf(blog, comment).getByRole('link', { name: 'Reply to Ada' }).click()
    await expect(blog.getByRole('blockquote')).toContainText(comment)
    await write(blog.getByRole('main').locator('form'), { name: 'Grace', text: content })
    await expect(blog).toHaveURL(/\/comments\/\d+$/)
    await blog.goto(path)
    await expect(
      blog.locator('li').filter({ hasText: comment }).locator('ol').getByRole('article'),
    ).toContainText(content)
    await (await openMenu(commentOf(blog, comment))).getByRole('link', { name: 'Report' }).click()
    await blog.getByRole('button', { name: 'Report comment' }).click()
    await expect(blog.getByRole('heading', { level: 1 })).toHaveText('Thank you')
    await expect(blog.getByRole('link', { name: 'Back to' })).toHaveAttribute(
      'href',
      new RegExp(`^${url}#comment-\\d+$`),
    )
  })
})

test('with JavaScript, a reader replies below the comment and stays on the page', async ({
  blog,
}) => {
  const { path, comment } = await addPage()
  const content = uniqueText('An answer in place')
  await blog.goto(path)
  await expect(mainForm(blog)).toHaveJSProperty('noValidate', true)
  await commentOf(blog, comment).getByRole('link', { name: 'Reply to Ada' }).click()
  const form = commentOf(blog, comment).locator('form')
  await write(form, { name: 'Grace', text: content })
  await expect(commentOf(blog, content)).toBeFocused()
  await expect(blog).toHaveURL(new RegExp(`${path}$`))
  // Ages are in the language of the site.
  await expect(commentOf(blog, content).locator('time')).toHaveText('nu')
})

test('a closed page of another site offers no reply', async ({ blog }) => {
  const { path, comment } = await addPage()
  await runSql('UPDATE threads SET closed = true WHERE slug = $1', [path.slice('/threads/'.length)])
  await blog.goto(path)
  await expect(blog.getByRole('heading', { name: 'Comments are closed' })).toBeVisible()
  const reply = commentOf(blog, comment).locator('> footer > a')
  await expect(reply).toHaveText('Reply')
  await expect(reply).toBeHidden()
})

test('the page of a right-to-left site has no horizontal scrollbar', { tag: '@nightly' }, async ({
  blog,
}) => {
  const { path } = await addPage('ar')
  await blog.setViewportSize({ width: 320, height: 800 })
  await blog.goto(path)
  await expect(blog.getByRole('main').locator('form').first()).toHaveCSS('direction', 'rtl')
  expect(
    await blog.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
})
