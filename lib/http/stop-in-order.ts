import type { Server, ServerResponse } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** What is still being answered when the server is told to stop may take this long. */
const graceMs = 8_000
/** Whoever holds a connection open, and is silent, may have sent something that is on its way. */
const lingerMs = 1_000
const lookEveryMs = 100

/**
 * Lets a server be stopped without an answer cut: it takes no new connection, answers what comes over those it has, and
 * says with each answer that it is the last one there (`Connection: close`, RFC 9112, 9.6). A connection that stays silent
 * is closed a moment later. (`server.close()` closes it at once, and with it whatever was sent and not read yet.)
 *
 * @returns stops it; resolves when the last connection is gone, which is seconds later at most
 */
export function stopper(server: Server): () => Promise<void> {
  const underWay = new Set<ServerResponse>()
  let isStopping = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (isStopping) response.shouldKeepAlive = false
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  return async () => {
    isStopping = true
    for (const response of underWay) response.shouldKeepAlive = false
    // After what has arrived by now was read, which Node does between a timer and its “immediate”.
    const closeSilent = () => void setImmediate().then(() => server.closeIdleConnections())
    setTimeout(() => setInterval(closeSilent, lookEveryMs), lingerMs)
    setTimeout(() => server.closeAllConnections(), graceMs).unref()
    await untilNobodyWaits(server)
    return new Promise((resolve) => Reflect.apply(SocketServer.prototype.close, server, [resolve]))
  }
}

/** The system takes connections for a process that is busy, and cuts those that nobody came for when the server is closed. */
async function untilNobodyWaits(server: Server): Promise<void> {
  const until = performance.now() + lingerMs
  let hasCome = true
  const come = () => {
    hasCome = true
  }
  server.on('connection', come)
  while (hasCome && performance.now() < until) {
    hasCome = false
    // Between two of them the process has taken whoever waits.
    for (let turn = 0; turn < 2; turn++) await setImmediate()
  }
  server.off('connection', come)
}
