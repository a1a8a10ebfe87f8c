import { once } from 'node:events'
import { createServer } from 'node:http'
import { createClient } from '@redis/client'
import pg from 'pg'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '@/scripts/embedded-postgres'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { startMailServer } from '@/test/servers/mail-server'
import { pgBouncerConfiguration, startPgBouncer } from '@/test/servers/pgbouncer'
import { runSql } from '@/test/servers/postgres-with-tools'
import { startRedisServer } from '@/test/servers/redis-server'
import { startS3Server } from '@/test/servers/s3-server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const databaseUrl = await ownDatabase()
const redis = await startRedisServer()
const smtp = await startMailServer()
const s3 = await startS3Server()
afterAll(() => Promise.all([redis.stop(), smtp.stop(), s3.close()]))
afterEach(() => vi.unstubAllEnvs())

/** Runs the checks with these variables. @returns the findings of each check as lines */
async function check(
  variables: Record<string, string>,
  options: { mailTo?: string } = {},
): Promise<Record<string, string[]>> {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const { runChecks } = await import('./checks')
  const found: Record<string, string[]> = {}
  for (const { name, state, text } of await runChecks(options))
    found[name] = [...(found[name] ?? []), `${state}: ${text}`]
  return found
}

/** Starts the route that the check requests, behind proxies that change the headers. */
async function startBlog(change: (headers: Headers) => void): Promise<string> {
  vi.resetModules()
  const { GET } = await import('@/app/api/health/request/route')
  // Reads the variables now, before `check` changes them.
  ;(await import('@/lib/env')).env()
  const server = createServer(
    ({ url, headers: { host = '', authorization = '', ...given } }, to) => {
      const headers = new Headers({ host, authorization })
      headers.set('x-forwarded-for', String(given['x-forwarded-for']))
      change(headers)
      void GET(new Request(`http://${host}${url}`, { headers })).then(async (response) =>
        to.writeHead(response.status).end(await response.text()),
      )
    },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('finds no errors in a complete setup, whose timers have not run yet', async () => {
  const SITE_URL = await startBlog((headers) => headers.append('x-forwarded-for', '127.0.0.1'))
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'blog@example.org' }
  const found = await check({ SITE_URL, REDIS_URL: redis.url, ...mail, ...s3.environment })
  expect(found).toEqual({
    node: [expect.stringMatching(/^(?:ok|warning): /)],
    database: [expect.stringMatching(/^ok: PostgreSQL \d+/)],
    schema: ['ok: Up to date'],
    locks: ['ok: No long-running transactions'],
    timers: [expect.stringMatching(/^warning: No scheduled task has run yet/)],
    redis: [expect.stringMatching(/^ok: Redis \d/)],
    mail: ['ok: The mail server accepted the login'],
    images: ['ok: The bucket stores and returns files'],
    proxy: ['ok: No proxy; the blog sees the address of each client'],
    clock: ['ok: Correct'],
    disk: [expect.stringMatching(/ MB /)],
  })
  expect(s3.objects.size).toBe(0)
  expect(smtp.mails).toEqual([])
})

test('warns of an unavailable replica', async () => {
  const DATABASE_REPLICA_URL = `postgresql://nobody@127.0.0.1:${await freePort()}/none`
  expect((await check({ DATABASE_REPLICA_URL })).database).toEqual([
    expect.stringMatching(/^warning: no server answers at the address in DATABASE_REPLICA_URL/),
  ])
})

test('one unavailable server does not stop the checks of others', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const nothing = `127.0.0.1:${await freePort()}`
  s3.refuseAll(true)
  onTestFinished(() => s3.refuseAll(false))
  const found = await check({
    DATABASE_URL: `postgresql://nobody@${nothing}/none`,
    REDIS_URL: `redis://${nothing}`,
    SITE_URL: `http://${nothing}`,
    SMTP_URL: `smtp://${nothing}`,
    MAIL_FROM: 'blog@example.org',
    ...s3.environment,
  })
  expect(found).toMatchObject({
    database: [expect.stringMatching(/^error: no server answers at the address in DATABASE_URL/)],
    redis: [expect.stringMatching(/^error: no server answers at the address in REDIS_URL/)],
    mail: [expect.stringMatching(/^error: E-mail cannot be sent \(ESOCKET/)],
    images: ['error: status 403'],
    proxy: [expect.stringMatching(/^error: no server answers at the address in SITE_URL/)],
    clock: [expect.any(String)],
    disk: [expect.any(String)],
  })
  expect(found).not.toHaveProperty('schema')
})

test('sends a test e-mail, and reports a refused one', async () => {
  const mail = { SITE_URL: 'http://127.0.0.1:1', SMTP_URL: smtp.url, MAIL_FROM: 'b@example.org' }
  const mailTo = 'you@example.org'
  expect((await check(mail, { mailTo })).mail).toEqual([
    'ok: The mail server accepted a test e-mail to you@example.org',
  ])
  const { recipients, sender } = await smtp.next()
  expect([recipients, sender]).toEqual([[mailTo], 'b@example.org'])
  smtp.behave({ refusesRecipient: 550 })
  onTestFinished(() => smtp.behave('taking'))
  expect((await check(mail, { mailTo })).mail).toEqual([
    'error: E-mail cannot be sent (EENVELOPE RCPT TO 550). Check SMTP_URL and MAIL_FROM.',
  ])
  vi.unstubAllEnvs()
  expect((await check({}, { mailTo })).mail?.[0]).toMatch(/^error: E-mail is not configured/)
})

const appended =
  (...addresses: string[]) =>
  (headers: Headers) => {
    for (const address of addresses) headers.append('x-forwarded-for', address)
  }

test.each<[string, (headers: Headers) => void, string, string[]]>([
  ['one proxy that appends', appended('10.0.0.1', '127.0.0.1'), '1', ['ok: One']],
  [
    'one proxy that replaces',
    (headers) => headers.set('x-forwarded-for', '10.0.0.1, 127.0.0.1'),
    '1',
    ['ok: 1 proxy'],
  ],
  ['no proxy, one trusted', appended('127.0.0.1'), '1', ['error: No proxy adds to X-Forwarded']],
  ['two proxies, one trusted', appended('::2', '::3', '::1'), '1', ['error: 2 proxies add to']],
  [
    'a proxy that hides host and protocol',
    (headers) => {
      appended('10.0.0.1', '127.0.0.1')(headers)
      headers.set('host', 'localhost:3000')
      headers.set('x-forwarded-proto', 'https')
    },
    '1',
    ['error: The blog sees the host localhost:3000', 'warning: The blog sees the protocol https'],
  ],
])('%s', async (_, change, TRUSTED_PROXY_HOPS, expected) => {
  const { proxy } = await check({ SITE_URL: await startBlog(change), TRUSTED_PROXY_HOPS })
  expect(proxy).toEqual(
    expected.map((text) => expect.stringContaining(text.replace('One', '1 proxy'))),
  )
})

test('another server at SITE_URL, or another secret, is an error', async () => {
  const SITE_URL = await startBlog(appended('127.0.0.1'))
  const { proxy } = await check({
    SITE_URL,
    AUTH_SECRET: 'another secret with 32 characters or more',
  })
  expect(proxy).toEqual([expect.stringMatching(/^error: SITE_URL responded with status 401\. Set/)])
})

test('warns about a Redis that may delete invalidations', async () => {
  const client = await createClient({ url: redis.url }).connect()
  await client.configSet('maxmemory-policy', 'allkeys-lru')
  await client.close()
  expect((await check({ REDIS_URL: redis.url })).redis).toEqual([
    expect.stringMatching(/^warning: Redis may delete .* \(allkeys-lru\)/),
  ])
})

test('reports a pooler in transaction mode without a direct address', async () => {
  const port = await freePort()
  const bouncer = await startPgBouncer(pgBouncerConfiguration({ port, databaseUrl }))
  onTestFinished(() => bouncer.stop())
  const pooled = new URL(databaseUrl)
  pooled.port = String(port)
  expect((await check({ DATABASE_URL: pooled.href })).database).toEqual([
    expect.stringMatching(/^error: DATABASE_URL points to a pooler in transaction mode/),
  ])
  const both = { DATABASE_URL: pooled.href, DIRECT_DATABASE_URL: databaseUrl }
  expect((await check(both)).database).toEqual([expect.stringMatching(/^ok: /)])
})

if (isNightly)
  test('reports a transaction that others wait for', async () => {
    const holder = new pg.Client(databaseUrl)
    const waiter = new pg.Client(databaseUrl)
    await Promise.all([holder.connect(), waiter.connect()])
    await holder.query('BEGIN; LOCK TABLE daily_salts')
    const waiting = waiter.query('SELECT FROM daily_salts')
    await expect
      .poll(async () => (await check({})).locks, { timeout: 25_000 })
      .toEqual([expect.stringMatching(/^warning: .* and 1 session is waiting for it\./)])
    await holder.end()
    await waiting
    await waiter.end()
  })

test('reports late timers', async () => {
  await runSql(
    databaseUrl,
    `INSERT INTO timer_runs (name, completed_at) VALUES
       ('send-mails', now() - interval '1 hour'), ('forget-networks', now() - interval '1 hour')`,
  )
  expect((await check({})).timers).toEqual([
    expect.stringMatching(/^error: These scheduled tasks are late: send-mails\. /),
  ])
})

test('reports missing migrations and a missing extension', async () => {
  await runSql(
    databaseUrl,
    `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_searching_posts';
     DROP EXTENSION pg_trgm CASCADE`,
  )
  expect((await check({ TIME_ZONE: 'Europe/Berlin' })).schema).toEqual([
    'error: 1 migration is missing. Run npm run db:migrate.',
    expect.stringMatching(/^error: The extension pg_trgm is missing/),
  ])
})
