import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '@/lib/testing/server'

const server = await startServer({ TRUSTED_PROXY_HOPS: '1' })
const database = new pg.Client({ connectionString: server.databaseUrl })
await database.connect()
afterAll(() => database.end())

const modern = JSON.stringify([
  {
    ...{ type: 'csp-violation', age: 1, url: 'https://blog.example/posts/hello', user_agent: 'Mozilla/5.0 (of one reader)' },
    body: { documentURL: 'https://blog.example/posts/hello', effectiveDirective: 'img-src', blockedURL: 'https://pictures.example/a.png' },
  },
])
const former = JSON.stringify({
  'csp-report': {
    ...{ 'document-uri': 'https://blog.example/posts/hello', 'effective-directive': 'img-src' },
    'blocked-uri': 'https://pictures.example/b.png',
  },
})
let clients = 0
const send = (body: string, type: string, client = `203.0.113.${++clients}`) =>
  server.ask('/api/csp-reports', { method: 'POST', body, headers: { 'Content-Type': type, 'X-Forwarded-For': client } })

test('200: both forms are taken, counted as one kind, and of the reader nothing is kept', async () => {
  expect((await send(modern, 'application/reports+json')).json).toEqual({ taken: 1 })
  expect((await send(former, 'application/csp-report; charset=utf-8')).json).toEqual({ taken: 1 })
  const { rows } = await database.query('SELECT page, directive, blocked, times FROM policy_reports')
  expect(rows).toEqual([{ page: '/posts/hello', directive: 'img-src', blocked: 'https://pictures.example', times: 2 }])
  const { rows: whole } = await database.query('SELECT policy_reports::text AS row FROM policy_reports')
  expect(JSON.stringify(whole)).not.toMatch(/Mozilla|203\.0\.113/)
})

test('200: what is JSON and no report is taken for none', async () => {
  expect((await send('{"anything":1}', 'application/csp-report')).json).toEqual({ taken: 0 })
})

test('400: what is not JSON', async () => {
  expect((await send('{', 'application/csp-report')).response.status).toBe(400)
})

test('403: what another site’s page sends', async () => {
  const headers = { 'Content-Type': 'application/csp-report', 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
  expect((await server.ask('/api/csp-reports', { method: 'POST', body: former, headers })).response.status).toBe(403)
})

test('405: nothing is read there', async () => {
  expect((await server.ask('/api/csp-reports')).response.status).toBe(405)
})

test('413: more than 16 kB', async () => {
  expect((await send(`[${' '.repeat(16_384)}]`, 'application/reports+json')).response.status).toBe(413)
})

test('415: what no browser sends here', async () => {
  expect((await send(former, 'text/plain')).response.status).toBe(415)
})

test('429: after sixty in a minute', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 61; n++) statuses.add((await send(former, 'application/csp-report', '198.51.100.1')).response.status)
  expect([...statuses]).toEqual([200, 429])
})
