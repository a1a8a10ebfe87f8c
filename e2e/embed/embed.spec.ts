import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from '@playwright/test'
import { newAddress } from '@/e2e/support/blog'
import { authSecret } from '@/e2e/support/sign'

/** Serves the example page from another origin, with this blog's address in it. */
async function serveExample(blog: () => string): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url = '' }, response) => {
    const [path, attributes = ''] = url.split('?')
    const example = readFileSync('docs/examples/embed.html', 'utf8')
    const page =
      path === '/earlier'
        ? earlierPage(blog(), attributes)
        : example.replaceAll('http://localhost:3000', blog())
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, origin: `http://127.0.0.1:${port}` }
}

/** A blog, and the origins of two pages on other sites. Only the first is in `ALLOWED_ORIGINS`. */
type OtherSites = { blog: string; allowed: string; disallowed: string }

const test = base.extend<object, { sites: OtherSites }>({
  sites: [
    async ({ browserName: _ }, use) => {
      let blog = ''
      const allowed = await serveExample(() => blog)
      const disallowed = await serveExample(() => blog)
      const child: ChildProcess = spawn(process.execPath, ['.next/server.mjs'], {
        env: {
          ...process.env,
          DATABASE_URL: process.env.BLOG_DATABASE_URL,
          AUTH_SECRET: authSecret,
          PORT: '0',
          COMMENT_FLOOD_AFTER: '100000',
          TRUSTED_PROXY_HOPS: '1',
          ALLOWED_ORIGINS: allowed.origin,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const port = await new Promise<number>((resolve) =>
        child.once('message', (message: { listening: number }) => resolve(message.listening)),
      )
      blog = `http://127.0.0.1:${port}`
      await use({ blog, allowed: allowed.origin, disallowed: disallowed.origin })
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      allowed.server.close()
      disallowed.server.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ page, sites }, use) => {
    const address = newAddress()
    await page.route(`${sites.blog}/api/**`, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
    )
    await use(page)
  },
})

/** A page that still includes the earlier script. */
const earlierPage = (
  blog: string,
  attributes: string,
) => `<!doctype html><meta charset="utf-8"><title>Earlier</title>
  <script src="${blog}/embed.js" defer></script>
  <b data-afterword="views" data-slug="how-a-thread-is-read">often</b>
  <a data-afterword="card" href="http://192.0.2.1/">A link</a>
  <div data-afterword="comments" data-slug="how-a-thread-is-read" ${attributes}>
    <a href="${blog}/posts/how-a-thread-is-read">Read the comments</a>
  </div>`

test('a page on another site shows the thread, its replies and the count', async ({
  page,
  sites,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(sites.disallowed)
  await expect(page.getByText('Priya Raghunathan').first()).toBeVisible()
  await expect(page.locator('li li article').first()).toBeVisible()
  await expect(page.locator('afterword-views [part=number]')).toHaveText(/^[\d,.]+$/)
  expect(errors).toEqual([])
})

test('an allowed origin can post and sees its comment immediately', async ({ page, sites }) => {
  await page.goto(sites.allowed)
  await page.locator('#write').scrollIntoViewIfNeeded()
  await page.getByLabel('Name').fill('Ada Elsewhere')
  const content = `Written on another site, ${Math.random()}. <img src=x onerror=alert(1)>`
  await page.getByRole('textbox', { name: 'Comment' }).fill(content)
  await page.getByRole('button', { name: 'Post comment' }).click()
  // HTML in comments is shown as text.
  await expect(page.getByRole('article').last()).toContainText(content)
  await expect(page.locator('article img')).toHaveCount(0)
})

test('a disallowed origin shows the setting to change and links to the post', async ({
  page,
  sites,
}) => {
  await page.goto(sites.disallowed)
  await page.locator('#write').scrollIntoViewIfNeeded()
  await expect(page.getByRole('alert')).toContainText(
    `add ${sites.disallowed} to ALLOWED_ORIGINS of ${sites.blog}`,
  )
  await expect(page.getByRole('link', { name: 'Write a comment' })).toHaveAttribute(
    'href',
    /\/posts\/how-a-thread-is-read#comments$/,
  )
})

test('the page keeps its own content when the blog is unavailable', async ({ page, sites }) => {
  await page.route(`${sites.blog}/api/**`, (route) => route.abort())
  await page.goto(sites.disallowed)
  await expect(page.getByRole('link', { name: 'Read the comments' })).toBeVisible()
})

test('pages with the earlier script show the new elements', async ({ page, sites }) => {
  for (const [attributes, forms] of [
    ['data-form', 1],
    ['', 0],
  ] as const) {
    await page.goto(`${sites.allowed}/earlier?${attributes}`)
    await expect(page.getByText('Priya Raghunathan').first()).toBeVisible()
    await expect(page.locator('[data-afterword=views] [part=number]')).toHaveText(/^[\d,.]+$/)
    await expect(page.getByRole('link', { name: 'A link' })).toBeVisible()
    await page.locator('#write').scrollIntoViewIfNeeded()
    await expect(page.locator('form')).toHaveCount(forms)
    await expect(page.getByRole('link', { name: 'Write a comment' })).toHaveCount(1 - forms)
  }
})
