import { createServer } from 'node:net'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '@/test/database/database'
import { startPostgresWithTools } from '@/test/servers/postgres-with-tools'
import { selfSigned } from '@/test/servers/self-signed'
import { describeDatabaseError, isDatabaseUnavailable } from './database-errors'

const database = await createDatabase()
const encrypted = await startPostgresWithTools({ tls: selfSigned })
afterAll(encrypted.stop)

/** Returns the URL of the shared server with a change. */
function changed(change: (url: URL) => void): string {
  const url = new URL(database)
  change(url)
  return url.href
}

const role = 'not_admitted'
const admin = new pg.Client({ connectionString: database })
await admin.connect()
await admin.query(`
  DO $$ BEGIN
    CREATE ROLE ${role} LOGIN PASSWORD 'secret';
    EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', current_database());
  END $$`)
afterAll(async () => {
  await admin.query(`DROP ROLE ${role}`)
  await admin.end()
})

const localhost = `localhost:${encrypted.port}`

test.each([
  [
    'a wrong password',
    changed((url) => (url.password = 'wrong')),
    /refused the user or password: correct them in POSTGRES_URL \(.*28P01\)$/,
  ],
  [
    'an unknown user',
    changed((url) => (url.username = 'nobody')),
    /refused the user or password: correct them in POSTGRES_URL/,
  ],
  [
    'a missing database',
    changed((url) => (url.pathname = '/none')),
    /does not exist: create it, or correct its name in POSTGRES_URL \(.*3D000\)$/,
  ],
  [
    'a user without CONNECT',
    changed((url) => Object.assign(url, { username: role, password: 'secret' })),
    /grant CONNECT to the user that POSTGRES_URL names \(.*42501\)$/,
  ],
  [
    'a server without TLS',
    `${database}?sslmode=require`,
    /does not support TLS: set sslmode=disable in POSTGRES_URL/,
  ],
  [
    'a certificate of an unknown CA',
    `postgresql://afterword@${localhost}/postgres?sslmode=require`,
    /is not accepted: set NODE_EXTRA_CA_CERTS to .*POSTGRES_URL \(.*self-signed certificate/,
  ],
  [
    'an unknown host',
    'postgresql://a:b@database.invalid/c',
    /no server answers at the address in POSTGRES_URL \(.*database\.invalid/,
  ],
  [
    'a closed port',
    'postgresql://a:b@127.0.0.1:1/c',
    /no server answers at the address in POSTGRES_URL \(.*127\.0\.0\.1:1/,
  ],
])(
  '%s fails as database-unavailable, and one log line names the setting to correct',
  async (_, url, line) => {
    const lines: unknown[] = []
    vi.spyOn(console, 'warn').mockImplementation((text) => lines.push(text))
    vi.resetModules()
    for (const name of ['DATABASE_URL', 'DATABASE_URL_POOLED']) vi.stubEnv(name, undefined)
    vi.stubEnv('POSTGRES_URL', url)
    for (const name of ['afterwordDb', 'afterwordUnavailable'])
      Reflect.deleteProperty(globalThis, name)
    const { query } = await import('./client')
    for (let times = 0; times < 3; times++) {
      await expect(query((client) => client.$queryRaw`SELECT 1`)).rejects.toMatchObject({
        code: 'database-unavailable',
      })
    }
    expect(lines.filter((text) => !String(text).includes('SECURITY WARNING'))).toEqual([
      expect.stringMatching(line),
    ])
    expect(lines.join()).toMatch(/^database unavailable: [^\n]*$/)
    // Tests node-postgres without Prisma, as migrations use it.
    const error: unknown = await new pg.Client({ connectionString: url })
      .connect()
      .catch((cause: unknown) => cause)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(describeDatabaseError(error, 'POSTGRES_URL')).toMatch(line)
    vi.unstubAllEnvs()
  },
)

test('a missing password is reported with advice to correct it', async () => {
  const client = new pg.Client({ connectionString: changed((url) => (url.password = '')) })
  const error: unknown = await client.connect().catch((cause: unknown) => cause)
  // node-postgres leaves the connection open, and the server waits for a password.
  client.connection.stream.destroy()
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(describeDatabaseError(error, 'DATABASE_URL')).toMatch(
    /refused the user or password: correct them in DATABASE_URL \(SASL/,
  )
})

test('a server that requires encryption is reported with advice to set sslmode', () => {
  const error = Object.assign(
    new Error('no pg_hba.conf entry for host "10.0.0.1", user "a", database "b", no encryption'),
    {
      code: '28000',
    },
  )
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(describeDatabaseError(error, 'DATABASE_URL')).toContain(
    'add sslmode=require to DATABASE_URL',
  )
})

test('a connection that closes early means that the database is unavailable', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const error: unknown = await new pg.Client({
    connectionString: `postgresql://a:b@127.0.0.1:${port}/c`,
  })
    .connect()
    .catch((cause: unknown) => cause)
  expect(isDatabaseUnavailable(error)).toBe(true)
})
