import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { isIPv6, type Socket } from 'node:net'

/** A target for tests: a real server on a free port of this machine. */
export type PageServer = {
  origin: string
  port: number
  /** Every connection ever opened to it. */
  connections: Socket[]
  close: () => Promise<void>
}

/** Starts a target that calls `respond` for each request, on loopback by default. */
export async function servePages(
  respond: RequestListener,
  host = '127.0.0.1',
): Promise<PageServer> {
  const connections: Socket[] = []
  const server = createServer(respond)
  server.on('connection', (socket) => connections.push(socket))
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = async () => {
    server.close()
    server.closeAllConnections()
    if (server.listening) await once(server, 'close')
  }
  return { origin: `http://${isIPv6(host) ? `[${host}]` : host}:${port}`, port, connections, close }
}

/** Resolves when a connection has closed, with or without an error. */
export function closed(socket: Socket | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!socket || socket.closed) resolve()
    else socket.once('close', () => resolve())
  })
}
