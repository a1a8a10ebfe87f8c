import { connect } from 'node:net'

/** What arrives a byte at a time: how the request begins, at once, and what follows, for ever. */
export type SlowRequest = { name: string; atOnce: string; afterwards: string }

const toViews = 'POST /api/views HTTP/1.1\r\nHost: a\r\nUser-Agent: slow\r\n'

export const slowRequests: SlowRequest[] = [
  { name: 'request line', atOnce: '', afterwards: 'GET /api/views?slug=' },
  { name: 'headers', atOnce: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ', afterwards: 'x' },
  {
    name: 'body',
    atOnce: `${toViews}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
    afterwards: '{"slug":"proved-1"',
  },
  {
    name: 'body in chunks',
    atOnce: `${toViews}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    afterwards: '1\r\n{\r\n',
  },
  {
    name: 'unasked body',
    atOnce: 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
    afterwards: '1\r\n{\r\n',
  },
  {
    name: 'upgrade',
    atOnce:
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nTransfer-Encoding: chunked\r\n\r\n',
    afterwards: '1\r\n{\r\n',
  },
  {
    name: 'action',
    atOnce:
      'POST /posts/proved-1 HTTP/1.1\r\nHost: a\r\nNext-Action: a\r\nContent-Length: 5000\r\n\r\n',
    afterwards: 'x',
  },
]

/**
 * Sends a byte a second for as long as the other side takes it, and never closes by itself: told that it was answered
 * and that the other side is done, it goes on.
 *
 * @param cut is told how long it lived, in milliseconds
 * @returns what ends it
 */
export function sendSlowly(
  port: number,
  { atOnce, afterwards }: SlowRequest,
  cut: (livedMs: number) => void,
): () => void {
  const begun = performance.now()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(atOnce)
  let sent = 0
  const timer = setInterval(
    () => socket.write(afterwards[sent++ % afterwards.length] ?? 'x'),
    1_000,
  )
  let isEnded = false
  socket.resume()
  // How it breaks is the other side's affair; that it did is told below.
  socket.on('error', () => {})
  socket.once('close', () => {
    clearInterval(timer)
    if (!isEnded) cut(performance.now() - begun)
  })
  return () => {
    isEnded = true
    socket.destroy()
  }
}
