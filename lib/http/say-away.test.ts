import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { noteAway } from '@/lib/away-lately'
import { sayAway } from './say-away'

/** What a page's status comes to, where something happens before it. */
async function statusOf(status: number, before: () => void): Promise<Response> {
  const server = createServer((_request, response) => {
    sayAway(response)
    before()
    response.statusCode = status
    response.end('page')
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
}

test('a page that fails by itself is a fault', async () => {
  expect((await statusOf(500, () => {})).status).toBe(500)
})

test('a page that could not be made because the database is away says so, and when to come again', async () => {
  const response = await statusOf(500, noteAway)
  expect([response.status, response.statusText, response.headers.get('retry-after')]).toEqual([503, 'Service Unavailable', '2'])
})

test('what could be answered all the same is answered', async () => {
  expect((await statusOf(200, noteAway)).status).toBe(200)
})
