import { expect, test } from 'vitest'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database } = await startServerWithDatabase()

const paths = ['/api/cron/forget-networks']
const authorization = 'Bearer test cron secret'

test.each(paths)('returns 401 for %s without the secret', async (path) => {
  for (const headers of [
    {},
    { authorization: 'Bearer another cron secret' },
    { authorization: 'Basic YTpi' },
  ]) {
    expect((await server.request(path, { method: 'POST', headers })).response.status).toBe(401)
  }
})

test('returns 200 for GET and POST, deletes due rows and reports their number', async () => {
  await database.query(`
    INSERT INTO daily_salts (day, salt)
      VALUES (current_date - 4, '\\x00'), (current_date, '\\x00')`)
  const run = (path: string, method: string) =>
    server.request(path, { method, headers: { authorization } })
  expect((await run('/api/cron/forget-networks', 'GET')).json).toEqual({
    salts: 1,
    comments: 0,
    reports: 0,
    blocks: 0,
  })
  expect((await run('/api/cron/forget-networks', 'POST')).json).toEqual({
    salts: 0,
    comments: 0,
    reports: 0,
    blocks: 0,
  })
})

test('the timer is listed in vercel.json and in the server’s schedule', async () => {
  const { default: vercel } = await import('@/vercel.json')
  const { timers } = await import('@/lib/timers/timers')
  for (const path of paths) {
    expect(vercel.crons.map((cron) => cron.path)).toContain(path)
    expect(timers.map((timer) => timer.path)).toContain(path)
  }
})
