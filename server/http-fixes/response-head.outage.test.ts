import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { reportDatabaseUnavailable } from '@/lib/db/database-errors'
import { outageTo503 } from './response-head'

const server = createServer(({ url }, response) => {
  outageTo503(response)
  response.writeHead(url === '/well' ? 200 : 500).end('<h1>')
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
afterAll(() => server.close())

const clock = { ms: 100_000 }
beforeEach(() => {
  // Ends the outage of an earlier test.
  clock.ms += 10_000
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms)
})

test('returns 500 for a failure while the database is available', async () => {
  expect((await fetch(url)).status).toBe(500)
})

test('returns 503 with Retry-After for a failure just after an outage', async () => {
  reportDatabaseUnavailable(new Error('connection refused'), 'DATABASE_URL')
  clock.ms += 2_000
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
})

test('returns 500 again a few seconds after the outage', async () => {
  reportDatabaseUnavailable(new Error('connection refused'), 'DATABASE_URL')
  clock.ms += 6_000
  expect((await fetch(url)).status).toBe(500)
})

test('does not change a successful response during an outage', async () => {
  reportDatabaseUnavailable(new Error('connection refused'), 'DATABASE_URL')
  expect((await fetch(`${url}/well`)).status).toBe(200)
})
