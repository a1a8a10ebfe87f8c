import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { answerDirectly, directPost } from './direct-route'

const server = createServer((request, response) => {
  const answered = answerDirectly(request, response)
  if (!answered) response.writeHead(404).end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

const post = (path: string, headers = {}) =>
  fetch(url + path, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json', ...headers } })

test('who offers itself is called with the head and the body, and its answer is sent', async () => {
  directPost('/offered', async ({ headers, body }) => {
    const text = body instanceof Uint8Array ? Buffer.from(body).toString() : 'a stream'
    return { status: 201, headers: { 'X-Said': headers.get('x-said') ?? '' }, body: text }
  })
  const response = await post('/offered', { 'X-Said': 'hello' })
  expect([response.status, response.headers.get('x-said'), await response.text()]).toEqual([201, 'hello', '{"a":1}'])
  expect((await post('/not-offered')).status).toBe(404)
})

test('what a handler did not foresee is told in the log, and answered', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fault = new Error('cookies() outside of a request')
  directPost('/faulty', () => Promise.reject(fault))
  const response = await post('/faulty')
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({ code: 'internal-error' })
  expect(said).toHaveBeenCalledWith(fault)
  said.mockRestore()
})
