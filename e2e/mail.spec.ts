import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startMailServer } from '@/lib/testing/mail-server'
import { freePort } from '@/prisma/embedded'
import { test as base, expect, settings } from './blog'
import { expectAccessible } from './expect-accessible'
import { authSecret } from './sign'

type Blog = { url: string; mails: Awaited<ReturnType<typeof startMailServer>> }

/** The same blog once more, with a mail server: its mails hold links that lead to it. */
const test = base.extend<object, { mailing: Blog }>({
  mailing: [
    async ({ browserName: _ }, use) => {
      const [mails, port] = await Promise.all([startMailServer(), freePort()])
      const url = `http://127.0.0.1:${port}`
      const server = spawn(process.execPath, ['--import', 'tsx', 'server.ts'], {
        env: {
          ...process.env,
          DATABASE_URL: process.env.BLOG_DATABASE_URL,
          AUTH_SECRET: authSecret,
          // The other tests' comments are newcomers, all of them.
          COMMENT_FLOOD_AFTER: '100000',
          PORT: String(port),
          SITE_URL: url,
          SMTP_URL: mails.url,
          OWNER_EMAIL: 'olivia@owner.example',
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      await once(server, 'message')
      await use({ url, mails })
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await Promise.all([exited, mails.stop()])
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ mailing }, use) => use(mailing.url),
})

/** A phone by day and a desk by night; and a phone that runs no script. */
const walked = settings.filter(({ use }) => use.javaScriptEnabled || use.viewport.width === 360)

for (const [n, { name, use }] of walked.entries()) {
  test.describe(name, () => {
    test.use({ ...use, extraHTTPHeaders: { 'X-Forwarded-For': `10.9.0.${n}` } })

    test('a reader confirms an address by the mailed link, is told of a reply, and gets no more mail', async ({ blog, mailing }) => {
      // Six pages, each looked at as a whole.
      test.slow()
      const address = `reader-${n}@mail.example`
      const said = `Confirmed words ${n}.`
      const mailWith = async (words: string) =>
        (await mailing.mails.next(({ recipients, mail }) => recipients[0] === address && mail.text?.includes(words) === true)).mail.text ??
        ''
      const linkIn = (text: string, path: string) => new RegExp(`${mailing.url}/mail-links/${path}\\S*`).exec(text)?.[0] ?? ''

      await blog.goto('/posts/put-it-on-vercel')
      const form = blog.locator('#comments > form')
      await expect(form).toContainText('never shown, for replies')
      await form.getByLabel('Name').fill('Rita')
      await form.getByLabel('E-mail').fill(address)
      await form.getByLabel('Comment').fill(said)
      await form.getByRole('button', { name: 'Post comment' }).click()

      await blog.goto(linkIn(await mailWith('Confirm your address'), 'verify'))
      await expect(blog.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
      const ticked = blog.getByRole('checkbox', { name: said })
      await expect(ticked).toBeChecked()
      await expectSound()
      await blog.getByRole('button', { name: 'Confirm my address' }).click()
      await expect(blog.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
      await blog.getByRole('link', { name: 'your comment' }).click()
      const comment = blog.locator('article.comment').filter({ hasText: said })
      await expect(comment.getByRole('img', { name: 'verified' })).toBeVisible()
      await expectSound()

      const id = Number((await comment.getAttribute('id'))?.slice('comment-'.length))
      const answer = { slug: 'put-it-on-vercel', parent_id: id, author_name: 'Bob', content: `An answer to ${n}.` }
      expect((await blog.request.post('/api/comments', { data: answer })).status()).toBe(201)
      await blog.goto(linkIn(await mailWith(answer.content), 'unsubscribe'))
      await expectSound()
      await blog.getByRole('button', { name: 'Send me no more mail' }).click()
      await expect(blog.getByRole('heading', { name: 'You get no more mail' })).toBeVisible()

      async function expectSound() {
        expect(await blog.evaluate(() => document.documentElement.scrollWidth <= innerWidth).catch(() => true)).toBe(true)
        if (!use.javaScriptEnabled) return
        await expectAccessible(blog)
      }
    })
  })
}
