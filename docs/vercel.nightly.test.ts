import { once } from 'node:events'
import { createServer } from 'node:http'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { imageAddress } from '@/lib/link-previews/images/image-address'
import { freePort } from '@/scripts/embedded-postgres'
import { AdminBrowser } from '@/test/admin-browser'
import { addPage, addPost, addSite } from '@/test/database/add-rows'
import { createEmptyDatabase } from '@/test/database/database'
import { asNewClient, firefox } from '@/test/new-client'
import { listAddresses, readResponses } from '@/test/read-responses'
import { startMailServer } from '@/test/servers/mail-server'
import { pgBouncerConfiguration, startPgBouncer } from '@/test/servers/pgbouncer'
import { startRedis } from '@/test/servers/redis'
import { authSecret } from '@/test/servers/server'
import { buildForVercel } from '@/test/vercel/build-output'
import { startDeployment } from '@/test/vercel/deployment'
import vercel from '@/vercel.json'

/** A page with an image, to which a post links. */
const linked = createServer((request, response) => {
  if (request.url === '/image.png')
    void sharp({ create: { width: 1_200, height: 630, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
      .then((image) => response.setHeader('Content-Type', 'image/png').end(image))
  else
    response
      .setHeader('Content-Type', 'text/html')
      .end('<title>Linked</title><meta property="og:image" content="/image.png">')
})
await once(linked.listen(0, '127.0.0.1'), 'listening')
afterAll(() => linked.close())
const linkedAddress = linked.address()
const linkedPort = typeof linkedAddress === 'object' ? linkedAddress?.port : ''
const linkedOrigin = `http://127.0.0.1:${linkedPort}`

const [redis, smtp, bouncerPort] = await Promise.all([startRedis(), startMailServer(), freePort()])
afterAll(() => Promise.all([redis.stop(), smtp.stop()]))
const databaseUrl = await createEmptyDatabase()
const bouncer = await startPgBouncer(
  pgBouncerConfiguration({ port: bouncerPort, databaseUrl, more: 'admin_users = pgbouncer' }),
)
afterAll(bouncer.stop)
const pooled = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${bouncerPort}` }).href

const owner = { email: 'olivia@owner.example', password: 'a password of the tests' }
const cronSecret = 'test cron secret'
/** The variables set by Vercel, by the Neon and Upstash integrations, and as in docs/deploy.md. */
const environment = {
  VERCEL: '1',
  VERCEL_ENV: 'production',
  VERCEL_REGION: 'fra1',
  VERCEL_URL: 'blog-1a2b3c.vercel.app',
  VERCEL_PROJECT_PRODUCTION_URL: 'blog.example.org',
  DATABASE_URL: pooled,
  DATABASE_URL_UNPOOLED: databaseUrl,
  KV_REST_API_URL: redis.url,
  KV_REST_API_TOKEN: redis.token,
  AUTH_SECRET: authSecret,
  CRON_SECRET: cronSecret,
  OWNER_EMAIL: owner.email,
  OWNER_PASSWORD: owner.password,
  SMTP_URL: smtp.url,
  LINK_PREVIEW_ALLOW_ORIGINS: linkedOrigin,
}
Object.assign(process.env, { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })

const output = await buildForVercel(environment)
await addPost('hello', { content: `Some words.\n\n${linkedOrigin}/\n`, title: 'About hello' })
const { id: siteId } = await addSite(['https://site.example'])
await addPage(siteId, 'site.example/page')
const { url, ...deployment } = await startDeployment(output, environment)
afterAll(deployment.stop)
const browser = new AdminBrowser(url)

const ask = (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init })
const json = { 'Content-Type': 'application/json', Origin: 'https://blog.example.org' }

test('every function is at most 64 MB', () => {
  console.log('Functions in MB:', output.sizes)
  expect(Object.entries(output.sizes).filter(([, size]) => size > 64)).toEqual([])
})

test('the build has migrated the database, and the owner signs in', async () => {
  expect((await browser.signIn(owner.email, owner.password)).status).toBe(303)
  expect((await browser.open('/admin/posts?tab=published')).text).toContain('About hello')
})

test('every kind of page and file responds', async () => {
  const upload = await browser.request('/admin/images/upload', {
    method: 'POST',
    headers: { 'Content-Type': 'image/png' },
    body: await sharp({ create: { width: 60, height: 40, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
      .then((bytes) => new Uint8Array(bytes)),
  })
  expect(upload.status).toBe(201)
  expect((await ask(`/api/og-metadata?url=${linkedOrigin}/`)).status).toBe(200)
  const { url: image } = z.object({ url: z.string() }).parse(await upload.json())
  const addresses = [
    ...(await listAddresses(url, `${linkedOrigin}/`)),
    '/tags',
    '/archive',
    '/docs/api',
    '/docs/errors',
    '/privacy',
    '/manifest.webmanifest',
    '/opengraph-image',
    '/posts/hello/opengraph-image',
    '/admin/sign-in',
    '/admin/forgotten',
    '/threads/site.example/page',
    '/api/threads?slug=site.example/page',
    '/api/counts?slug=hello',
    '/api/badge/hello.svg',
    '/api/openapi.yaml',
    '/api/health',
    '/afterword.js',
    '/embed/text-de-CH.js',
    '/r/thread.json',
    image,
    '/favicon.ico',
    '/icon.svg',
    '/apple-icon.png',
    '/mail-links/unsubscribe',
    imageAddress(`${linkedOrigin}/image.png`, 'card'),
  ]
  const answers = await readResponses(url, addresses)
  expect(Object.entries(answers).filter(([, answer]) => !answer.startsWith('200'))).toEqual([])
  expect(answers['/posts/hello']).toMatch(/class="link-card-title[^>]*>Linked</)
  expect(answers['/privacy']).toContain('Vercel')
  for (const [path, status, location] of [
    ['/page/1', 308, '/'],
    ['/desk/posts', 308, '/admin/posts'],
    ['/admin/posts', 307, '/admin/sign-in?next=%2Fadmin%2Fposts'],
    ['/comments/1', 404, null],
    ['/invitations/none', 404, null],
    ['/preview/none', 404, null],
    ['/none', 404, null],
    ['/posts/none', 404, null],
    ['/none/none', 404, null],
    ['/api/none', 404, null],
  ] as const) {
    const { status: given, headers } = await ask(path)
    expect([path, given, headers.get('location')]).toEqual([path, status, location])
  }
})

test('the tests have requested every group of routes', () => {
  const groupOf = (path: string) => path.split(/[/.]/)[1] ?? ''
  const groups = new Set([...output.functions.keys()].map(groupOf))
  const served = new Set([...deployment.served].map(groupOf))
  expect([...groups].filter((name) => !name.startsWith('_') && !served.has(name))).toEqual([])
})

test('comments and views are written, and limits are counted in Redis', async () => {
  const before = redis.requests()
  const added = await ask('/api/comments', {
    method: 'POST',
    headers: { ...json, ...asNewClient() },
    body: JSON.stringify({ slug: 'hello', author_name: 'Ada', content: 'From a reader.' }),
  })
  expect(added.status).toBe(201)
  expect(await (await ask('/posts/hello')).text()).toContain('From a reader.')
  expect(await (await ask('/api/comments?slug=hello')).json()).toMatchObject({ count: 1 })
  const view = await ask('/api/views', {
    method: 'POST',
    headers: { ...json, 'User-Agent': firefox },
    body: JSON.stringify({ slug: 'hello' }),
  })
  expect([view.status, await view.json()]).toEqual([201, { views: 1, counted: true }])
  expect(redis.requests()).toBeGreaterThan(before)
  await smtp.next(({ mail }) => mail.text?.includes('From a reader.') === true)
})

test.each(vercel.crons)('the cron job $path requires the secret', async ({ path }) => {
  expect((await ask(path)).status).toBe(401)
  const headers = { Authorization: `Bearer ${cronSecret}` }
  expect((await ask(path, { headers })).status).toBe(200)
})

test('suspended functions hold no connection, and respond once resumed', async () => {
  await expect.poll(() => deployment.isSuspended(), { timeout: 30_000 }).toBe(true)
  const console = Object.assign(new URL(pooled), { username: 'pgbouncer', pathname: '/pgbouncer' })
  const client = new pg.Client({ connectionString: console.href })
  await client.connect()
  const { rows } = await client.query('SHOW CLIENTS')
  await client.end()
  expect(rows.filter(({ database }) => database !== 'pgbouncer')).toEqual([])

  smtp.forget()
  const added = await ask('/api/comments', {
    method: 'POST',
    headers: { ...json, ...asNewClient() },
    body: JSON.stringify({ slug: 'hello', author_name: 'Ada', content: 'After a pause.' }),
  })
  expect(added.status).toBe(201)
  await smtp.next(({ mail }) => mail.text?.includes('After a pause.') === true)
  expect(deployment.output()).not.toMatch(/unavailable|rate limit/)
})

test('a preview uses no data, unless it has its own, and sends nothing', async () => {
  const preview = { ...environment, VERCEL_ENV: 'preview' }
  const without = await startDeployment(output, preview)
  onTestFinished(without.stop)
  const refused = await fetch(`${without.url}/api/comments?slug=hello`)
  expect([refused.status, (await fetch(without.url)).status]).toEqual([503, 500])
  expect(without.output()).toContain('previews need PREVIEW_DATA')

  const own = await startDeployment(output, { ...preview, PREVIEW_DATA: 'own' })
  onTestFinished(own.stop)
  smtp.forget()
  const added = await fetch(`${own.url}/api/comments`, {
    method: 'POST',
    headers: { ...json, ...asNewClient() },
    body: JSON.stringify({ slug: 'hello', author_name: 'Ada', content: 'In a preview.' }),
  })
  expect(added.status).toBe(201)
  await expect.poll(own.isSuspended, { timeout: 30_000 }).toBe(true)
  expect(smtp.mails).toEqual([])
})
