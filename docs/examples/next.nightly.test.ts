import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encrypt } from '@/lib/crypto/encrypt'
import { siteKeyHash } from '@/lib/threads/find-site'
import { newWebhookSecret } from '@/lib/webhooks/sign-webhook'
import { expect as expectPage, writeInEmbed } from '@/test/generators/embed-page'
import { freePort, startSiteBlog } from '@/test/generators/site-blog'
import { followGuide, startSite } from '@/test/generators/start-site'
import { firefox } from '@/test/new-client'
import { endProcess } from '@/test/servers/end-process'
import { providePrograms } from '@/test/servers/find-program'
import { authSecret } from '@/test/servers/server'

process.env.AUTH_SECRET = authSecret
providePrograms(['chromium'])

const port = await freePort()
const origin = `http://next.example:${port}`
const slug = `next.example:${port}/parts/hello`
const linked = await startSite('html')
const { server, database, browser } = await startSiteBlog([origin, linked.origin])

const home = mkdtempSync(path.join(tmpdir(), 'afterword-next-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const folder = path.join(home, 'app')
const siteKey = randomBytes(24).toString('base64url')
const webhookSecret = newWebhookSecret()

const environment = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  CARD_URL: `${linked.origin}/hello.html`,
}

type Mode = 'development' | 'production'

/** Runs a program from npm, without input. npm installs tools in the mode `development` only. */
async function run(directory: string, mode: Mode, ...command: string[]): Promise<void> {
  const running = promisify(execFile)('npx', ['--yes', ...command], {
    cwd: directory,
    env: { ...environment, NODE_ENV: mode },
    maxBuffer: 16_777_216,
  })
  running.child.stdin?.end()
  await running
}

/** Creates an app, adds the registry's components and the guide's tag, and builds it. */
async function buildApp(): Promise<void> {
  const flags =
    '--ts --app --empty --no-tailwind --no-linter --no-src-dir --no-react-compiler --use-npm ' +
    '--disable-git --import-alias @/* --yes'
  await run(home, 'development', 'create-next-app@16.4.3', 'app', ...flags.split(' '))
  const items = ['thread', 'views', 'card', 'webhook'].map((name) => `${server.url}/r/${name}.json`)
  await run(folder, 'development', 'shadcn@4.23.0', 'add', '--yes', ...items)
  cpSync('test/generators/sites/next', folder, { recursive: true })
  const site = { origin, folder, serve: () => {} }
  followGuide(site, 'next', server.url, 'components/afterword-comments.tsx')
  appendFileSync(
    path.join(folder, '.env.local'),
    `\nAFTERWORD_SITE_KEY=${siteKey}\nAFTERWORD_WEBHOOK_SECRET=${webhookSecret}\n`,
  )
  await run(folder, 'production', 'next', 'build')
}

/** Starts the app, and returns a function that stops it. */
async function startApp(): Promise<() => Promise<void>> {
  const program = path.join(folder, 'node_modules/next/dist/bin/next')
  const child = spawn(process.execPath, [program, 'start', '--port', String(port)], {
    cwd: folder,
    env: { ...environment, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines)
    if (line.includes('Ready')) return () => endProcess(child, 'SIGKILL')
  throw new Error('the app did not start')
}

/** Time to create, fill and build the app, in milliseconds. */
let buildMs = 0

beforeAll(async () => {
  await database.query(
    `UPDATE sites SET key_hash = $1, webhook_secret = $2, webhook_url = $3 WHERE $4 = ANY(origins)`,
    [
      siteKeyHash(siteKey),
      encrypt('webhook-secret', webhookSecret),
      `http://127.0.0.1:${port}/api/afterword`,
      origin,
    ],
  )
  const start = Date.now()
  await buildApp()
  buildMs = Date.now() - start
  return startApp()
}, 600_000)

test('shadcn declares the environment variables with the address of the blog', () => {
  const variables = readFileSync(path.join(folder, '.env.local'), 'utf8')
  expect(variables).toContain(`AFTERWORD_URL=${server.url}\n`)
})

test('the tag of the guide shows the thread and accepts a comment', async () => {
  await writeInEmbed(browser, server, `${origin}/embed/hello`, buildMs)
})

test('the tag survives hydration on 12 of 12 loads, and navigation with <Link>', async () => {
  const page = await browser.newPage()
  for (let load = 0; load < 12; load++) {
    await page.goto(`${origin}/embed/hello`, { waitUntil: 'networkidle' })
    await expectPage(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'The other post' }).click()
  await expectPage(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await page.goBack()
  await expectPage(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await page.close()
})

/** Fills in the last form of a page, or that of an open reply. */
async function write(page: Page, form: ReturnType<Page['locator']>, content: string) {
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Comment').fill(content)
  await form.getByRole('button', { name: 'Post comment' }).click()
  await expectPage(page.getByText('Your comment has been published.')).toBeVisible()
  await expectPage(
    page.locator('article', { hasText: content.replaceAll('*', '') }),
  ).not.toHaveCount(0)
}

const lastForm = (page: Page) => page.locator('#comments > form')

test('the server-rendered thread and the link card are in the HTML', async () => {
  const html = await (await fetch(`http://127.0.0.1:${port}/parts/hello`)).text()
  expect(html).toContain('0 comments')
  expect(html).toMatch(/<a href="[^"]*\/hello\.html"[^>]*>.*<strong dir="auto">Hello</)
})

test('a reader writes a comment, and the page shows it immediately', async () => {
  const page = await browser.newPage()
  const errors: unknown[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(`${origin}/parts/hello`)
  await write(page, lastForm(page), '*with* JavaScript')
  await expectPage(page.getByRole('heading', { name: '1 comment' })).toBeVisible()
  expect(errors).toEqual([])
  await page.close()
})

test('a reader without JavaScript writes a comment and a reply', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${origin}/parts/hello`)
  await write(page, lastForm(page), '*without* JavaScript')
  await page.goto(`${origin}/parts/hello`)
  await page.getByText('Reply', { exact: true }).first().click()
  await write(page, page.locator('article form').first(), '*replying* without JavaScript')
  await page.goto(`${origin}/parts/hello`)
  await expectPage(page.locator('li li article em')).toHaveText('replying')
  await expectPage(page.getByRole('heading', { name: '3 comments' })).toBeVisible()
  await context.close()
})

test('a rejected comment stays in the form, with the reason', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${origin}/parts/hello`)
    const form = lastForm(page)
    await form.getByLabel('Name').fill('Ada')
    await form.getByLabel('Comment').fill(' \n ')
    await form.getByRole('button', { name: 'Post comment' }).click()
    await expectPage(form.getByRole('alert')).not.toBeEmpty()
    await expectPage(form.getByLabel('Name')).toHaveValue('Ada')
    await context.close()
  }
})

test('the reader’s view is counted once', async () => {
  const context = await browser.newContext({ userAgent: firefox })
  const page = await context.newPage()
  const recorded = page.waitForResponse(
    (response) => response.url().endsWith('/api/views') && response.request().method() === 'POST',
  )
  await page.goto(`${origin}/parts/hello`)
  expect(await (await recorded).json()).toEqual({ views: 1, counted: true })
  await context.close()
})

test('only a signed webhook updates the page', async () => {
  const address = `http://127.0.0.1:${port}/api/afterword`
  const body = JSON.stringify({ type: 'comment.published', data: { slug } })
  expect((await fetch(address, { method: 'POST', body })).status).toBe(401)
  const { response } = await server.request('/api/comments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${siteKey}` },
    body: JSON.stringify({ slug, author_name: 'Ada', content: 'From another program.' }),
  })
  expect(response.status).toBe(201)
  const cron = { method: 'POST', headers: { authorization: 'Bearer test cron secret' } }
  await expect
    .poll(async () => {
      await fetch(`${server.url}/api/cron/send-webhooks`, cron)
      return (await fetch(`http://127.0.0.1:${port}/parts/hello`)).text()
    })
    .toContain('From another program.')
  const streamed = await fetch(`http://127.0.0.1:${port}/streamed/hello`)
  expect(await streamed.text()).toContain('From another program.')
  const { rows } = await database.query(
    'SELECT count(*)::integer AS failed FROM webhook_deliveries WHERE failure IS NOT NULL',
  )
  expect(rows).toEqual([{ failed: 0 }])
})
