import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const callbacksBySocket = new WeakMap<Socket, Set<() => void>>()

/** Returns the callbacks to run when a connection closes. */
function callbacksOf(socket: Socket): Set<() => void> {
  const known = callbacksBySocket.get(socket)
  if (known) return known
  const all = new Set<() => void>()
  callbacksBySocket.set(socket, all)
  socket.once('close', () => {
    for (const finish of all) finish()
  })
  return all
}

/**
 * Calls back once when a request is finished: its response was sent or its connection closed. If
 * that is already the case, it calls back immediately. The `close` event of the response is not
 * enough, because it is not emitted again after the response closed. When a connection with
 * pipelined requests (RFC 9112, 9.3.2) closes, Node emits it only for the first one.
 */
export function onFinished(
  request: IncomingMessage,
  response: ServerResponse,
  callback: () => void,
): void {
  const { socket } = request
  if (response.closed || socket.closed) {
    callback()
    return
  }
  const all = callbacksOf(socket)
  const finish = () => {
    if (all.delete(finish)) callback()
  }
  all.add(finish)
  response.once('close', finish)
}
