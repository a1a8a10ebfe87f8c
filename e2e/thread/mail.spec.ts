import { configurations, expect } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { test as ownBlog } from '@/e2e/support/own-blog'
import { freePort } from '@/scripts/embedded-postgres'
import { startMailServer } from '@/test/servers/mail-server'

/**
 * A blog that sends e-mail. It has its own database, because all processes that share an outbox
 * send from it. The reader is not signed in.
 */
const test = ownBlog.extend<object, { mails: Awaited<ReturnType<typeof startMailServer>> }>({
  mails: [
    async ({ browserName: _ }, use) => {
      const mails = await startMailServer()
      await use(mails)
      await mails.stop()
    },
    { scope: 'worker' },
  ],
  ownedBy: 'mail',
  environment: [
    async ({ mails }, use) => {
      const port = String(await freePort())
      // Links in its e-mails lead to the server under test.
      await use({
        SMTP_URL: mails.url,
        PORT: port,
        SITE_URL: `http://127.0.0.1:${port}`,
        TRUSTED_PROXY_HOPS: '1',
      })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ browserName: _ }, use) => use({ cookies: [], origins: [] }),
})

// All tests run in one worker, which starts one blog.
test.describe.configure({ mode: 'default' })

/** Uses a light phone, a dark desktop, and a phone without JavaScript. */
const testedConfigurations = configurations.filter(
  ({ use }) => use.javaScriptEnabled || use.viewport.width === 360,
)

for (const [n, { name, use }] of testedConfigurations.entries()) {
  test.describe(name, () => {
    test.use({ ...use, extraHTTPHeaders: { 'X-Forwarded-For': `10.9.0.${n}` } })

    test('confirms an address by e-mail, sends a reply notification and unsubscribes', async ({
      blog,
      own,
      mails,
    }) => {
      // Checks six full pages.
      test.slow()
      const address = `reader-${n}@mail.example`
      const content = `Confirmed words ${n}.`
      const mailWith = async (text: string) =>
        (
          await mails.next(
            ({ recipients, mail }) =>
              recipients[0] === address && mail.text?.includes(text) === true,
          )
        ).mail.text ?? ''
      const linkIn = (text: string, path: string) =>
        new RegExp(`${own.url}/mail-links/${path}\\S*`).exec(text)?.[0] ?? ''

      await blog.goto('/posts/late')
      const form = blog.locator('#comments > .comment-form')
      await expect(form).toContainText('used to notify you of replies')
      await form.getByLabel('Name').fill('Rita')
      await form.getByLabel('E-mail').fill(address)
      await form.getByLabel('Comment').fill(content)
      await form.getByRole('button', { name: 'Post comment' }).click()

      await blog.goto(linkIn(await mailWith('Confirm your address'), 'verify'))
      await expect(blog.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
      const ticked = blog.getByRole('checkbox', { name: content })
      await expect(ticked).toBeChecked()
      await expectAccessibleWithoutOverflow()
      await blog.getByRole('button', { name: 'Confirm my address' }).click()
      await expect(blog.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
      await blog.getByRole('link', { name: 'your comment' }).click()
      const comment = blog.locator('article.comment').filter({ hasText: content })
      await expect(comment.getByRole('img', { name: 'verified' })).toBeVisible()
      await expectAccessibleWithoutOverflow()

      const id = Number((await comment.getAttribute('id'))?.slice('comment-'.length))
      const response = {
        slug: 'late',
        parent_id: id,
        author_name: 'Bob',
        content: `An answer to ${n}.`,
      }
      expect((await blog.request.post('/api/comments', { data: response })).status()).toBe(201)
      await blog.goto(linkIn(await mailWith(response.content), 'unsubscribe'))
      await expectAccessibleWithoutOverflow()
      await blog.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(blog.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()

      async function expectAccessibleWithoutOverflow() {
        expect(
          await blog
            .evaluate(() => document.documentElement.scrollWidth <= innerWidth)
            .catch(() => true),
        ).toBe(true)
        if (!use.javaScriptEnabled) return
        await expectAccessible(blog)
      }
    })

    test('follows a post by e-mail without commenting, and stops', async ({ blog, own, mails }) => {
      const address = `follower-${n}@mail.example`
      const linkIn = async (text: string, path: string) => {
        const { mail } = await mails.next(
          ({ recipients, mail }) => recipients[0] === address && mail.text?.includes(text) === true,
        )
        return new RegExp(`${own.url}/mail-links/${path}\\S*`).exec(mail.text ?? '')?.[0] ?? ''
      }
      await blog.goto('/posts/late')
      await blog.getByText('Follow by e-mail').click()
      const form = blog.locator('.follow > form')
      await form.getByLabel('E-mail').fill(address)
      await form.getByRole('button', { name: 'Follow' }).click()
      if (use.javaScriptEnabled) {
        await expect(form.getByRole('status')).toContainText('once your address is confirmed')
        await expectAccessible(blog)
        await expect(blog).toHaveURL(`${own.url}/posts/late`)
      } else {
        await expect(blog).toHaveURL(`${own.url}/posts/late#follow-sent`)
        await expect(blog.locator('#follow-sent')).toBeVisible()
      }
      await blog.goto(await linkIn('to follow the comments', 'verify'))
      await expect(blog.getByRole('link', { name: 'Late in the evening' })).toBeVisible()
      if (use.javaScriptEnabled) await expectAccessible(blog)
      await blog.getByRole('button', { name: 'Confirm my address' }).click()
      await expect(blog.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()

      const news = { slug: 'late', author_name: 'Bob', content: `News for follower ${n}.` }
      expect((await blog.request.post('/api/comments', { data: news })).status()).toBe(201)
      await blog.goto(await linkIn(news.content, 'unsubscribe'))
      await blog.getByRole('button', { name: 'Stop following' }).click()
      await expect(
        blog.getByRole('heading', { name: 'You no longer follow this page' }),
      ).toBeVisible()
    })
  })
}
