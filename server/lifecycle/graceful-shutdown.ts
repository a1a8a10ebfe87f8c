import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { onFinished } from './on-finished'

/** What is still being answered when the server is told to stop may take this long. */
const graceMs = 8_000
/** Whoever holds a connection open, and is silent, may have sent something that is on its way. */
const lingerMs = 1_000
const lookEveryMs = 100
/** A process takes those who have connected one a turn of its event loop, and one that is busy has long turns. */
const takeMsMax = 4_000
/** A turn of the event loop that took no longer heard of what was sent up to then. */
const quickTurnMs = 20

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Has a server answer, and lets it be stopped without an answer cut: it takes no new connection, answers what comes over those it has, and
 * says with each answer that it is the last one there (`Connection: close`, RFC 9112, 9.6). A connection that stays silent
 * is closed a moment later. (`server.close()` closes it at once, and with it whatever was sent and not read yet.)
 *
 * @returns stops it; resolves when the last connection is gone, which is seconds later at most
 */
export function serveUntilStopped(server: Server, answer: Answer): () => Promise<void> {
  const underWay = new Set<ServerResponse>()
  let isStopping = false
  /** Whoever is answered comes again: while those are taken who have connected, nobody is. */
  let held: (() => void)[] | undefined
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isStopping) response.shouldKeepAlive = false
    underWay.add(response)
    onFinished(request, response, () => underWay.delete(response))
    if (held) held.push(() => answer(request, response))
    else answer(request, response)
  })
  return async () => {
    isStopping = true
    held = []
    for (const response of underWay) response.shouldKeepAlive = false
    const told = performance.now()
    setTimeout(() => server.closeAllConnections(), graceMs).unref()
    await untilAllAreTaken(server, told + takeMsMax)
    const closed = new Promise<true>((resolve) =>
      Reflect.apply(SocketServer.prototype.close, server, [() => resolve(true)]),
    )
    const answers = held
    held = undefined
    for (const run of answers) run()
    let isClosed = await Promise.race([closed, wait(lingerMs, false)])
    while (!isClosed) {
      await untilAllAreRead(told + graceMs)
      server.closeIdleConnections()
      isClosed = await Promise.race([closed, wait(lookEveryMs, false)])
    }
  }
}

/** Resolves when nobody has connected who was not taken: the system would cut them when the server is closed. */
async function untilAllAreTaken(server: Server, until: number): Promise<void> {
  let hasCome = true
  const come = () => {
    hasCome = true
  }
  server.on('connection', come)
  while (hasCome && performance.now() < until) {
    hasCome = false
    await twoTurns()
  }
  server.off('connection', come)
}

/** Resolves when what was sent has been read: in a turn that was long, something may have come. */
async function untilAllAreRead(until: number): Promise<void> {
  let turnsBegan = 0
  do {
    turnsBegan = performance.now()
    await twoTurns()
  } while (performance.now() - turnsBegan > quickTurnMs && performance.now() < until)
}

/** Of the event loop; the first may have begun before. */
async function twoTurns(): Promise<void> {
  await setImmediate()
  await setImmediate()
}
