import { connect } from 'node:net'

/** A request sent slowly: the part sent immediately, and the bytes repeated one by one. */
export type SlowRequest = { name: string; firstPart: string; afterwards: string }

const toViews = 'POST /api/views HTTP/1.1\r\nHost: a\r\nUser-Agent: slow\r\n'

export const slowRequests: SlowRequest[] = [
  { name: 'request line', firstPart: '', afterwards: 'GET /api/views?slug=' },
  { name: 'headers', firstPart: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', afterwards: 'x' },
  {
    name: 'body',
    firstPart: `${toViews}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
    afterwards: '{"slug":"proved-1"',
  },
  {
    name: 'body in chunks',
    firstPart: `${toViews}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    afterwards: '1\r\n{\r\n',
  },
  {
    name: 'unexpected body',
    firstPart: 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
    afterwards: '1\r\n{\r\n',
  },
  {
    name: 'upgrade',
    firstPart:
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Transfer-Encoding: chunked\r\n\r\n',
    afterwards: '1\r\n{\r\n',
  },
  {
    name: 'action',
    firstPart:
      'POST /posts/proved-1 HTTP/1.1\r\nHost: a\r\nNext-Action: a\r\nContent-Length: 5000\r\n\r\n',
    afterwards: 'x',
  },
]

/**
 * Sends one byte per second for as long as the server accepts it, and never closes the connection
 * itself. Ignores a response and a half-closed connection.
 * @param cut receives the lifetime of the connection in milliseconds
 * @returns a function that ends it
 */
export function sendSlowly(
  port: number,
  { firstPart, afterwards }: SlowRequest,
  cut: (livedMs: number) => void,
): () => void {
  const startedAt = performance.now()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(firstPart)
  let sent = 0
  const timer = setInterval(
    () => socket.write(afterwards[sent++ % afterwards.length] ?? 'x'),
    1_000,
  )
  let isEnded = false
  socket.resume()
  // The kind of error does not matter; the close event is reported below.
  socket.on('error', () => {})
  socket.once('close', () => {
    clearInterval(timer)
    if (!isEnded) cut(performance.now() - startedAt)
  })
  return () => {
    isEnded = true
    socket.destroy()
  }
}
