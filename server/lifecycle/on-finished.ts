import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const underWay = new WeakMap<Socket, Set<() => void>>()

/** Returns the callbacks to run when a connection closes. */
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
 * Calls back once when a request is finished: its response was sent or its connection closed. If
 * that is already the case, it calls back immediately. The `close` event of the response is not
 * enough: it is not emitted again, and for pipelined requests (RFC 9112, 9.3.2) Node emits it only
 * for the first one when the connection closes.
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
