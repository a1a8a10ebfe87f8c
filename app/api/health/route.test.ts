import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '@/lib/testing/database'
import { runSql } from '@/lib/testing/postgres-with-tools'
import { startServer } from '@/lib/testing/server'
import { timers } from '@/lib/timers/timers'

const names = timers.map(({ path }) => path.replace('/api/cron/', ''))
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))

test('200: the last run of each timer, null before the first', async () => {
  const server = await startServer()
  const none = (await server.ask('/api/health')).json
  expect(none).toEqual({ status: 'ok', timers: Object.fromEntries(names.map((name) => [name, null])) })
  const begun = Date.now()
  const headers = { authorization: 'Bearer a secret of the tests' }
  for (const path of ['/api/cron/forget-networks', '/api/cron/purge-pages']) {
    expect((await server.ask(path, { method: 'POST', headers })).response.status).toBe(200)
  }
  const { json } = await server.ask('/api/health')
  expect(json).toMatchObject({ timers: { 'forget-networks': expect.any(String), 'send-mails': null } })
  const [row] = await runSql<{ name: string; at: Date }>(server.databaseUrl, 'SELECT name, completed_at AS at FROM timer_runs')
  expect(json).toMatchObject({ timers: { 'forget-networks': row?.at.toISOString() } })
  // The clocks of the machine and of the database are the same.
  expect(Math.abs((row?.at.getTime() ?? 0) - begun)).toBeLessThan(60_000)
})

test('a run that fails is not reported', async () => {
  const server = await startServer()
  await runSql(server.databaseUrl, 'ALTER TABLE daily_salts RENAME TO mislaid')
  const headers = { authorization: 'Bearer a secret of the tests' }
  expect((await server.ask('/api/cron/forget-networks', { method: 'POST', headers })).response.status).toBe(500)
  expect((await server.ask('/api/health')).json).toMatchObject({ timers: { 'forget-networks': null } })
})

test.each(hasIpv6 ? ['::1', '[::1]', '::', '127.0.0.1', '0.0.0.0', 'localhost', ''] : ['127.0.0.1', '0.0.0.0', 'localhost', ''])(
  'every timer runs if HOST is “%s”',
  async (HOST) => {
    const databaseUrl = await createDatabase()
    // The first run of all timers comes after a minute; the clock of this server is faster.
    const child = spawn(process.execPath, ['--import', 'tsx', '--import', './lib/testing/first-timers-now.ts', 'server.ts'], {
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        PORT: '0',
        HOST,
        AUTH_SECRET: 'a secret of the tests that is 32 long at least',
        DATABASE_URL: databaseUrl,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    afterAll(() => void child.kill('SIGKILL'))
    const [message] = await once(child, 'message')
    const port = String(Reflect.get(Object(message), 'listening'))
    const origin = `http://${HOST.includes('::1') ? '[::1]' : '127.0.0.1'}:${port}`
    const lastRuns = async () => {
      const { timers: runs } = (await (await fetch(`${origin}/api/health`)).json()) as { timers: Record<string, string | null> }
      return Object.values(runs).filter((run) => run !== null).length
    }
    await expect.poll(lastRuns, { timeout: 30_000 }).toBe(timers.length)
    child.kill('SIGTERM')
    await once(child, 'exit')
  },
)
