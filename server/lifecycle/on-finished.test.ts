import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closed } from '@/test/link-previews/serve-pages'
import { onFinished } from './on-finished'

/** Three requests of one client as a server receives them. `lose` resets their connections. */
async function threeRequests(connections: 1 | 3) {
  const server = createServer()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const heard: [IncomingMessage, ServerResponse][] = []
  const allHeard = new Promise<void>((resolve) => {
    server.on('request', (...one) => heard.push(one) === 3 && resolve())
  })
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3 / connections))
    return socket
  })
  await allHeard
  const lose = async () => {
    for (const socket of sockets) socket.resetAndDestroy()
    await Promise.all(heard.map(([{ socket }]) => closed(socket)))
  }
  return { heard, lose }
}

test.each([1, 3] as const)(
  'three requests over %i connections finish when the connections close',
  async (connections) => {
    const { heard, lose } = await threeRequests(connections)
    const over = vi.fn()
    for (const one of heard) onFinished(...one, over)
    expect(over).not.toHaveBeenCalled()
    await lose()
    expect(over).toHaveBeenCalledTimes(3)
  },
)

test.each([1, 3] as const)(
  'three requests over %i closed connections finish immediately',
  async (connections) => {
    const { heard, lose } = await threeRequests(connections)
    await lose()
    const over = vi.fn()
    for (const one of heard) onFinished(...one, over)
    expect(over).toHaveBeenCalledTimes(3)
  },
)

test('calls back once for each request, when its response has ended', async () => {
  const { heard, lose } = await threeRequests(1)
  const over: number[] = []
  heard.forEach((one, n) => {
    onFinished(...one, () => over.push(n))
  })
  const first = heard[0]?.[1]
  first?.end()
  if (first) await once(first, 'close')
  expect(over).toEqual([0])
  await lose()
  expect(over).toEqual([0, 1, 2])
})
