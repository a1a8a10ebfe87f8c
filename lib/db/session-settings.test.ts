import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '@/scripts/embedded-postgres'
import { createDatabase } from '@/test/database/database'
import { pgBouncerConfiguration, startPgBouncer } from '@/test/servers/pgbouncer'
import { applySettings } from './session-settings'

const database = await createDatabase()
const port = await freePort()
// Round-robin gives each transaction another server session.
const bouncer = await startPgBouncer(
  pgBouncerConfiguration({ port, databaseUrl: database, more: 'server_round_robin = 1' }),
)
afterAll(bouncer.stop)
const pooled = new URL(database)
pooled.port = String(port)

const admin = new pg.Client({ connectionString: database })
await admin.connect()
afterAll(() => admin.end())
// `initdb` adopts the machine's time zone in the same way.
await admin.query(
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = ''Asia/Tokyo''', ` +
    'current_database()); END $$',
)

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('settings take effect, and their values are verified', async () => {
  const client = await connected(database)
  await applySettings(client, { lock_timeout: '250ms', statement_timeout: '0', timezone: 'UTC' })
  expect((await client.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '250ms' }])
})

test('a setting without effect fails with the statement to run', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => connected(pooled.href)))
  // Each transaction opens a server session.
  await Promise.all(clients.map((client) => client.query('BEGIN')))
  await Promise.all(clients.map((client) => client.query('COMMIT')))
  await expect(
    applySettings(await connected(pooled.href), { lock_timeout: '250ms' }),
  ).rejects.toThrow(/SET lock_timeout = '250ms' had no effect.*ALTER ROLE … SET lock_timeout/)
})

test.each([
  ['directly', database],
  ['through PgBouncer in transaction mode', pooled.href],
])('times are correct %s, whatever the time zone of the database', async (_, url) => {
  vi.resetModules()
  vi.stubEnv('DATABASE_URL', url)
  onTestFinished(() => void vi.unstubAllEnvs())
  Reflect.deleteProperty(globalThis, 'afterwordDb')
  const { db } = await import('./client')
  const at = new Date('2026-01-01T00:00:00Z')
  const slug = `post-${url === database}`
  await db().post.create({ data: { slug, title: 'Title', content: 'Words', publishedAt: at } })
  expect(await db().post.findUnique({ where: { slug }, select: { publishedAt: true } })).toEqual({
    publishedAt: at,
  })
  const { rows } = await admin.query<{ at: Date }>(
    'SELECT published_at AS at FROM posts WHERE slug = $1',
    [slug],
  )
  expect(rows).toEqual([{ at }])
  const [row] = await db().$queryRaw<{ now: Date }[]>`SELECT now() AS now`
  expect(Math.abs((row?.now.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000)
  await db().$disconnect()
})
