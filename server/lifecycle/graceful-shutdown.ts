import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { beforeHead } from '@/server/http-fixes/response-head'

const graceMs = 8_000
const lingerMs = 1_000
const pollMs = 100
/** Milliseconds for accepting pending connections: one per turn, and turns may be long. */
const acceptMsMax = 4_000
/** A turn of the event loop of at most these milliseconds has read everything sent before. */
const quickTurnMs = 20

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Serves requests until it is stopped, without interrupting a response. After a stop, the server
 * accepts no new connections, answers requests on existing ones and adds `Connection: close` to
 * each response (RFC 9112, 9.6). Idle connections are closed after a moment; `server.close()` would
 * close them at once and lose requests that were sent but not read.
 *
 * @returns a function that stops the server and resolves after a few seconds at most, when the last
 * connection is closed
 */
export function serveUntilStopped(
  server: Server,
  handleRequest: RequestHandler,
): () => Promise<void> {
  let isStopping = false
  /** Requests held back until pending connections are accepted: answered clients send more. */
  let held: (() => void)[] | undefined
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    beforeHead(response, (status) => {
      if (isStopping) response.shouldKeepAlive = false
      return status
    })
    if (held) held.push(() => handleRequest(request, response))
    else handleRequest(request, response)
  })
  return async () => {
    isStopping = true
    held = []
    const stoppedAt = performance.now()
    setTimeout(() => server.closeAllConnections(), graceMs).unref()
    await untilAllAccepted(server, stoppedAt + acceptMsMax)
    const closed = new Promise<true>((resolve) =>
      Reflect.apply(SocketServer.prototype.close, server, [() => resolve(true)]),
    )
    const answers = held
    held = undefined
    for (const run of answers) run()
    let isClosed = await Promise.race([closed, wait(lingerMs, false)])
    while (!isClosed) {
      await untilAllRead(stoppedAt + graceMs)
      server.closeIdleConnections()
      isClosed = await Promise.race([closed, wait(pollMs, false)])
    }
  }
}

/** Resolves when every pending connection is accepted; the system would reset the others. */
async function untilAllAccepted(server: Server, until: number): Promise<void> {
  let hasNewConnection = true
  const onConnection = () => {
    hasNewConnection = true
  }
  server.on('connection', onConnection)
  while (hasNewConnection && performance.now() < until) {
    hasNewConnection = false
    await twoTurns()
  }
  server.off('connection', onConnection)
}

/** Resolves when everything sent before has been read. During a long turn, more may arrive. */
async function untilAllRead(until: number): Promise<void> {
  let turnsBegan = 0
  do {
    turnsBegan = performance.now()
    await twoTurns()
  } while (performance.now() - turnsBegan > quickTurnMs && performance.now() < until)
}

/** Waits for two turns of the event loop, because the first one may already have begun. */
async function twoTurns(): Promise<void> {
  await setImmediate()
  await setImmediate()
}
