import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { reportDatabaseUnavailable } from '@/lib/db/database-faults'
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
  // The outage of an earlier test is long past.
  clock.ms += 10_000
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms)
})

test('a failed page is a 500 while the database is available', async () => {
  expect((await fetch(url)).status).toBe(500)
})

test('returns 503 for a failure just after an outage, also to those who share it', async () => {
  reportDatabaseUnavailable(new Error('connection refused'), 'DATABASE_URL')
  clock.ms += 2_000
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
})

test('later it is a fault of its own again', async () => {
  reportDatabaseUnavailable(new Error('connection refused'), 'DATABASE_URL')
  clock.ms += 6_000
  expect((await fetch(url)).status).toBe(500)
})

test('what could be answered all the same is answered', async () => {
  reportDatabaseUnavailable(new Error('connection refused'), 'DATABASE_URL')
  expect((await fetch(`${url}/well`)).status).toBe(200)
})
