import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { timers } from '@/lib/timers/timers'
import manifest from '@/package.json'
import { freePort } from '@/scripts/embedded-postgres'
import { createDatabase } from '@/test/database/database'
import { oneOfEvery } from '@/test/nightly'
import { endProcess } from '@/test/servers/end-process'
import { runSql } from '@/test/servers/postgres-with-tools'
import { startServer } from '@/test/servers/server'

const health = z.object({ timers: z.record(z.string(), z.string().nullable()).optional() })
const names = timers.map(({ path }) => path.replace('/api/cron/', ''))
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

const server = await startServer()

test('returns 200 with the last run of each timer, null before the first', async () => {
  const none = (await server.request('/api/health')).json
  expect(none).toEqual({
    status: 'ok',
    version: manifest.version,
    redis: 'not-configured',
    outbox: { count: 0, oldestSeconds: 0 },
    timers: Object.fromEntries(names.map((name) => [name, null])),
  })
  const startedAt = Date.now()
  const headers = { authorization: 'Bearer test cron secret' }
  for (const path of ['/api/cron/delete-old-mails', '/api/cron/purge-pages']) {
    expect((await server.request(path, { method: 'POST', headers })).response.status).toBe(200)
  }
  const { json } = await server.request('/api/health')
  expect(json).toMatchObject({
    timers: { 'delete-old-mails': expect.any(String), 'send-mails': null },
  })
  const [row] = await runSql<{ name: string; at: Date }>(
    server.databaseUrl,
    'SELECT name, completed_at AS at FROM timer_runs',
  )
  expect(json).toMatchObject({ timers: { 'delete-old-mails': row?.at.toISOString() } })
  // The machine and the database have the same clock.
  expect(Math.abs((row?.at.getTime() ?? 0) - startedAt)).toBeLessThan(60_000)
})

test('reports how long e-mails have been due', async () => {
  await runSql(
    server.databaseUrl,
    `INSERT INTO outbox_mails (kind, next_attempt_at, sent_at)
      VALUES ('comment-new', now() - interval '1 hour', NULL),
             ('comment-new', now() - interval '2 hours', now()),
             ('comment-new', now() + interval '1 hour', NULL)`,
  )
  const { json } = await server.request('/api/health/ready')
  expect(json).toMatchObject({ outbox: { count: 1 } })
  const { outbox } = z.object({ outbox: z.object({ oldestSeconds: z.number() }) }).parse(json)
  expect(outbox.oldestSeconds).toBeGreaterThanOrEqual(3_600)
  expect(outbox.oldestSeconds).toBeLessThan(7_200)
})

test('reports an unavailable Redis and stays ready', async () => {
  const redis = `redis://127.0.0.1:${await freePort()}`
  const own = await startServer({ REDIS_URL: redis, DATABASE_URL: server.databaseUrl })
  const { response, text, json } = await own.request('/api/health/ready')
  expect(response.status).toBe(200)
  expect(json).toMatchObject({ status: 'ok', redis: 'unavailable' })
  expect(text).not.toContain('127.0.0.1')
})

test('is not ready but live if the database lacks a migration', async () => {
  const own = await startServer()
  await runSql(
    own.databaseUrl,
    `DELETE FROM _prisma_migrations
      WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
  )
  for (const path of ['/api/health', '/api/health/ready'])
    expect((await own.request(path)).response.status).toBe(503)
  expect((await own.request('/api/health/live')).json).toEqual({
    status: 'ok',
    version: manifest.version,
  })
})

test('does not report a failed run', async () => {
  await runSql(server.databaseUrl, 'ALTER TABLE daily_salts RENAME TO mislaid')
  const headers = { authorization: 'Bearer test cron secret' }
  expect(
    (await fetch(`${server.url}/api/cron/forget-networks`, { method: 'POST', headers })).status,
  ).toBe(500)
  expect((await server.request('/api/health')).json).toMatchObject({
    timers: { 'forget-networks': null },
  })
})

test('a run whose record cannot be stored is logged, and its result is returned', async () => {
  await runSql(server.databaseUrl, 'ALTER TABLE timer_runs RENAME TO mislaid_runs')
  const headers = { authorization: 'Bearer test cron secret' }
  const { response, json } = await server.request('/api/cron/delete-old-mails', {
    method: 'POST',
    headers,
  })
  expect(response.status).toBe(200)
  expect(json).toEqual({ deleted: 0 })
  expect(server.records()).toContainEqual(
    expect.objectContaining({ msg: expect.stringMatching(/^timer: its run was not recorded \(/) }),
  )
})

test.for(oneOfEvery(4, ['127.0.0.1', '0.0.0.0', '::1', '::']))(
  'timers run if HOST is “%s”',
  async (HOST, { skip }) => {
    skip(HOST.includes(':') && !hasIpv6, 'this machine has no IPv6')
    const child = spawn(
      process.execPath,
      ['--import', './test/servers/early-timers.mjs', '.next/server.mjs'],
      {
        env: {
          PATH: process.env.PATH ?? '',
          NODE_ENV: 'production',
          PORT: '0',
          HOST,
          AUTH_SECRET: 'test secret of at least 32 characters',
          DATABASE_URL: await createDatabase(),
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    onTestFinished(() => endProcess(child, 'SIGKILL'))
    const [message] = await once(child, 'message')
    const port = String(Reflect.get(Object(message), 'listening'))
    const origin = `http://${HOST === '::1' ? '[::1]' : '127.0.0.1'}:${port}`
    // This test calls the timer once a second until it succeeds, because the machine may be busy.
    const lastRun = async () =>
      health.parse(await (await fetch(`${origin}/api/health`)).json()).timers?.[
        'renew-link-previews'
      ]
    await expect.poll(lastRun, { timeout: 40_000 }).toEqual(expect.any(String))
    await endProcess(child, 'SIGTERM')
  },
)
