import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serveUntilStopped } from './graceful-shutdown'

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/**
 * Starts a server with this response time, and opens a keep-alive connection to it, with one
 * completed request.
 */
async function serve(responseMs = 0) {
  const server = createServer()
  const stop = serveUntilStopped(
    server,
    (_request, response) => void setTimeout(responseMs).then(() => response.end('whole')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.write(request)
  await expect.poll(() => received).toContain('keep-alive')
  received = ''
  return { stop, socket, received: () => received, port }
}

test('responds to a request sent before the stop and read after it', async () => {
  const { stop, socket, received } = await serve()
  socket.write(request)
  // The request is on its way to a busy process.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  const stopped = stop()
  await once(socket, 'close')
  expect(received()).toMatch(/Connection: close[\s\S]*whole/)
  await stopped
})

test('responds to a request that arrives while a busy process closes connections', async () => {
  const { stop, socket, received } = await serve()
  const stopped = stop()
  await setTimeout(950)
  socket.write(request)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  await once(socket, 'close')
  expect(received()).toMatch(/Connection: close[\s\S]*whole/)
  await stopped
})

test('completes a response in progress and adds Connection: close', async () => {
  const { stop, socket, received } = await serve(200)
  socket.write(request)
  await setTimeout(50)
  const stopped = stop()
  await once(socket, 'close')
  expect(received()).toMatch(/Connection: close[\s\S]*whole/)
  await stopped
})

test('after the stop, responds only to requests on open connections', async () => {
  const { stop, socket, received, port } = await serve()
  const stopped = stop()
  await setTimeout(300)
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  socket.write(request)
  await once(socket, 'close')
  expect(received()).toMatch(/Connection: close[\s\S]*whole/)
  await stopped
})

test('closes an idle connection', async () => {
  const { stop, socket } = await serve()
  const startedAt = performance.now()
  const closed = once(socket, 'close')
  await stop()
  await closed
  expect(performance.now() - startedAt).toBeLessThan(7_000)
})
