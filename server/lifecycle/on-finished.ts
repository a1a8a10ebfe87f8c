import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const underWay = new WeakMap<Socket, Set<() => void>>()

/** Of a connection, what is told when it is lost. */
function ofConnection(socket: Socket): Set<() => void> {
  const known = underWay.get(socket)
  if (known) return known
  const all = new Set<() => void>()
  underWay.set(socket, all)
  socket.once('close', () => {
    for (const over of all) over()
  })
  return all
}

/**
 * Tells once that a request is over: answered, or its connection lost; at once where that was before. The response alone
 * does not: one that has closed says so no second time, and of requests that came one behind another (RFC 9112, 9.3.2) Node
 * closes the first alone when their connection is lost.
 */
export function onFinished(
  request: IncomingMessage,
  response: ServerResponse,
  tell: () => void,
): void {
  const { socket } = request
  if (response.closed || socket.closed) {
    tell()
    return
  }
  const all = ofConnection(socket)
  const over = () => {
    if (all.delete(over)) tell()
  }
  all.add(over)
  response.once('close', over)
}
