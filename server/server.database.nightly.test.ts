import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '@/scripts/migrate'
import { createDatabase } from '@/test/database/database'
import { runSql, startPostgresWithTools } from '@/test/servers/postgres-with-tools'
import { selfSigned } from '@/test/servers/self-signed'
import { startServer, type TestServer } from '@/test/servers/server'

const database = await createDatabase()
const directory = mkdtempSync(path.join(tmpdir(), 'afterword-ca-'))
afterAll(() => rmSync(directory, { recursive: true }))
const caFile = path.join(directory, 'ca.pem')
writeFileSync(caFile, selfSigned.cert)
const encrypted = await startPostgresWithTools({ tls: selfSigned })
afterAll(encrypted.stop)
await runSql(encrypted.url('postgres'), 'CREATE DATABASE blog')
await migrate(encrypted.url('blog'))

function changed(change: (url: URL) => void): string {
  const url = new URL(database)
  change(url)
  return url.href
}

const linesOf = (server: TestServer) => server.records().map(({ msg }) => msg)

const require = `${encrypted.url('blog')}?sslmode=require&channel_binding=require`

test.each([
  [
    'a wrong password',
    { DATABASE_URL: changed((url) => (url.password = 'wrong')) },
    /correct them in DATABASE_URL \(.*28P01\)$/,
  ],
  [
    'a missing database',
    { POSTGRES_URL: changed((url) => (url.pathname = '/none')) },
    /correct its name in POSTGRES_URL \(.*3D000\)$/,
  ],
  [
    'a self-signed certificate',
    { DATABASE_URL: require },
    /set NODE_EXTRA_CA_CERTS .*SELF_SIGNED_CERT/,
  ],
])(
  '%s is logged once at the start, and every response is a 503 without a stack trace',
  async (_, variables, line) => {
    const server = await startServer({ DATABASE_URL: '', ...variables })
    const unavailable = () =>
      linesOf(server).filter((each) => each.startsWith('database unavailable: '))
    await expect.poll(unavailable).toEqual([expect.stringMatching(line)])
    const atStart = linesOf(server)
    for (let times = 0; times < 3; times++) {
      for (const address of ['/api/health', '/api/comments?slug=hello', '/api/views?slug=hello']) {
        const { response, json } = await server.request(address)
        expect(response.status, `${address}\n${server.output()}`).toBe(503)
        expect(json).toMatchObject({ code: 'database-unavailable' })
      }
      for (const page of ['/posts/hello', '/archive', '/comments/1'])
        expect((await fetch(server.url + page)).status, page).toBe(503)
    }
    await server.stop()
    // Reading the settings fails once more and logs its own line; `pg` warns about SSL modes again.
    const isExpected = (each: string) => /^settings: |^\(node:\d+\) Warning: /.test(each)
    expect(linesOf(server).filter((each) => !isExpected(each))).toEqual(
      atStart.filter((each) => !isExpected(each)),
    )
  },
)

test.each([
  ['NODE_EXTRA_CA_CERTS', { DATABASE_URL: require, NODE_EXTRA_CA_CERTS: caFile }],
  [
    'sslrootcert in the URL',
    { DATABASE_URL: `${encrypted.url('blog')}?sslmode=verify-full&sslrootcert=${caFile}` },
  ],
  ['sslmode=no-verify', { DATABASE_URL: `${encrypted.url('blog')}?sslmode=no-verify` }],
])(
  'connects encrypted to a server with a self-signed certificate with %s',
  async (_, variables) => {
    const server = await startServer(variables)
    expect((await server.request('/api/health')).response.status, server.output()).toBe(200)
    const connections = await runSql<{ ssl: boolean }>(
      encrypted.url('blog'),
      `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = 'blog'
        AND pid <> pg_backend_pid()`,
    )
    expect(connections).toEqual([{ ssl: true }])
    await server.stop()
  },
)

const wrong = changed((url) => (url.pathname = '/none'))

test.each([
  { DATABASE_URL: '', POSTGRES_URL: database, POSTGRES_URL_NON_POOLING: wrong },
  { DATABASE_URL: wrong, DATABASE_URL_POOLED: database },
  { DATABASE_URL: database, POSTGRES_URL: wrong, DATABASE_URL_UNPOOLED: wrong },
])('reads the variable names of providers in the documented order: case %#', async (variables) => {
  const server = await startServer(variables)
  expect((await server.request('/api/health')).response.status, server.output()).toBe(200)
  await server.stop()
})
