import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { beforeHead } from '@/server/http-fixes/response-head'

const graceMs = 8_000
const lingerMs = 1_000
const pollMs = 100

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Serves requests until it is stopped, without interrupting a response. After a stop, the server
 * accepts no new connections, answers requests on existing ones and adds `Connection: close` to
 * each response (RFC 9112, 9.6). Idle connections are closed after a moment; `server.close()` would
 * close them immediately and lose requests that were sent but not read.
 *
 * @returns a function that stops the server and resolves after a few seconds at most, when the last
 * connection is closed
 */
export function serveUntilStopped(
  server: Server,
  handleRequest: RequestHandler,
): () => Promise<void> {
  let isStopping = false
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    beforeHead(response, (status) => {
      if (isStopping) response.shouldKeepAlive = false
      return status
    })
    handleRequest(request, response)
  })
  return async () => {
    isStopping = true
    setTimeout(() => server.closeAllConnections(), graceMs).unref()
    const closed = new Promise<true>((resolve) =>
      Reflect.apply(SocketServer.prototype.close, server, [() => resolve(true)]),
    )
    let isClosed = await Promise.race([closed, wait(lingerMs, false)])
    while (!isClosed) {
      // First read what arrived while the process was busy.
      await setImmediate()
      server.closeIdleConnections()
      isClosed = await Promise.race([closed, wait(pollMs, false)])
    }
  }
}
