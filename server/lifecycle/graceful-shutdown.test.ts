import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serveUntilStopped } from './graceful-shutdown'

const asked = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** A server that takes so long for an answer, and a connection to it that is kept after the first one. */
async function serve(answerMs = 0) {
  const server = createServer()
  const stop = serveUntilStopped(
    server,
    (_request, response) => void setTimeout(answerMs).then(() => response.end('whole')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  socket.write(asked)
  await expect.poll(() => heard).toContain('keep-alive')
  heard = ''
  return { stop, socket, heard: () => heard, port }
}

test('what was sent before the server was stopped, and is read after, is answered, and told that it is the last', async () => {
  const { stop, socket, heard } = await serve()
  socket.write(asked)
  // It is on its way to a process that is busy.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  const stopped = stop()
  await once(socket, 'close')
  expect(heard()).toMatch(/Connection: close[\s\S]*whole/)
  await stopped
})

test('who has connected to a process that was busy is answered', async () => {
  const { stop, socket, port } = await serve()
  const others = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  const heard = others.map((other) => {
    other.write(asked)
    return other.setEncoding('utf8').toArray()
  })
  await setTimeout(0)
  // They are connected by the system, and the process has not heard of them.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  const stopped = stop()
  socket.end()
  await stopped
  for (const answer of await Promise.all(heard))
    expect(answer.join('')).toMatch(/Connection: close[\s\S]*whole/)
})

test('who asks a process that is busy when it lets the silent go is answered', async () => {
  const { stop, socket, heard } = await serve()
  const stopped = stop()
  await setTimeout(950)
  socket.write(asked)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  await once(socket, 'close')
  expect(heard()).toMatch(/Connection: close[\s\S]*whole/)
  await stopped
})

test('who is being answered when it is stopped is answered, and told', async () => {
  const { stop, socket, heard } = await serve(200)
  socket.write(asked)
  await setTimeout(50)
  const stopped = stop()
  await once(socket, 'close')
  expect(heard()).toMatch(/Connection: close[\s\S]*whole/)
  await stopped
})

test('who is silent and asks a moment later is answered; nobody new is', async () => {
  const { stop, socket, heard, port } = await serve()
  const stopped = stop()
  await setTimeout(300)
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  socket.write(asked)
  await once(socket, 'close')
  expect(heard()).toMatch(/Connection: close[\s\S]*whole/)
  await stopped
})

test('who stays silent is let go', async () => {
  const { stop, socket } = await serve()
  const begun = performance.now()
  const closed = once(socket, 'close')
  await stop()
  await closed
  expect(performance.now() - begun).toBeLessThan(3_000)
})
