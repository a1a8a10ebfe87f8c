import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { refuseMalformed } from './refuse-early'

const server = createServer({
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
})
server.on('clientError', refuseMalformed)
// Reads the whole body before it responds.
server.on('request', (request) => request.resume().on('error', () => {}))
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0
afterAll(() => server.close())

test.each([
  ['its headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
  ['its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n'],
  ['bytes that are not HTTP', 'hello\r\n\r\n'],
])('a client that keeps sending %s gets the reason and is then disconnected', async (_, begin) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  let response = ''
  socket.setEncoding('utf8').on('data', (text: string) => (response += text))
  socket.write(begin)
  const sending = setInterval(() => socket.write('x'), 50)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(sending)
  expect(response).toMatch(/^HTTP\/1\.1 400 .*"code":"malformed-request"/s)
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))))
    .toBe(0)
})
